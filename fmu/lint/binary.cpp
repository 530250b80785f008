#include <fstream>
#include <set>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/host/apart.h"
#include "fmu/host/fmu.h"
#include "fmu/lint/passes.h"
#include "fmu/lint/trial.h"

namespace stickslip::host {

namespace {

constexpr unsigned kSecondsAllowed = 60;  // for a stage
constexpr char kField = '\x1f';

// Records of a child: findings, and what it has come to.
constexpr char kError = 'E';
constexpr char kWarning = 'W';
constexpr char kAlive = 'A';

/// What a child does.
void try_stage(const std::filesystem::path& file, const std::filesystem::path& folder, const Trial::Stage& stage,
               host::Inside& inside) {
  const auto report = [&inside](Severity severity, const std::string& what, const std::string& remedy) {
    inside.send((severity == Severity::error ? kError : kWarning) + what + kField + remedy);
  };
  const Fmu fmu(file, {.unpack_below = folder, .where = &inside.where});
  Trial trial(fmu, inside.where, report);
  trial.run(stage);
  if (trial.alive()) inside.send(kAlive + std::to_string(trial.steps()));
  inside.where.call = "unloading";
}

/// Runs the stages and collects what they say, each thing once.
class Examination {
 public:
  Examination(const std::filesystem::path& fmu, const Findings& findings) : fmu_(fmu), findings_(findings) {}

  /// True when it got as far as a step.
  bool run(const Trial::Stage& stage) {
    const std::filesystem::path printed = folder_.path() / "printed.txt";
    const auto work = [&](Inside& inside) { try_stage(fmu_, folder_.path(), stage, inside); };
    try {
      const Fate fate = apart({kSecondsAllowed, printed, /*more_follow=*/true}, work,
                              [this](std::string_view record) { take(record); });
      if (fate.interrupted) throw Interrupted();
      if (fate.end != Fate::End::finished) add(Severity::error, "the binary " + fate.text(), "debug it");
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      const std::string text = error.what();
      const std::string prefix = fmu_.string() + ": ";
      add(Severity::error, text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text,
          "the description promises that it works");
    }
    return !steps_.empty();
  }

  const std::string& steps() const { return steps_; }

  void check_prints() {
    std::ifstream file(folder_.path() / "printed.txt");
    std::string line;
    if (std::getline(file, line))
      add(Severity::warning, "it prints: " + line.substr(0, 200), "send messages to the importer's logger");
  }

 private:
  void take(std::string_view record) {
    if (record[0] == kAlive) {
      steps_ = record.substr(1);
      return;
    }
    const std::size_t field = record.find(kField);
    add(record[0] == kError ? Severity::error : Severity::warning, std::string(record.substr(1, field - 1)),
        std::string(record.substr(field + 1)));
  }

  void add(Severity severity, const std::string& what, const std::string& remedy) {
    if (!said_.insert(what.substr(0, what.find(" (trying"))).second) return;
    severity == Severity::error ? findings_.error(0, what, remedy) : findings_.warn(0, what, remedy);
  }

  const std::filesystem::path& fmu_;
  const Findings& findings_;
  const TemporaryFolder folder_;  // all that the children unpack goes with it, whatever becomes of them
  std::set<std::string> said_;
  std::string steps_;
};

}  // namespace

std::string lint_binary(const std::filesystem::path& fmu, const ModelDescription& description,
                        const Findings& findings) {
  Examination examination(fmu, findings);
  const std::vector<Trial::Stage> stages = Trial::stages(*description.co_simulation);
  std::size_t done = 1;
  if (examination.run(stages.front()))
    for (; done < stages.size(); ++done) examination.run(stages[done]);
  examination.check_prints();
  if (examination.steps().empty()) return "the binary was tried, but does not get as far as a step";
  return "the binary was tried in " + std::to_string(done) + " ways, at most " + examination.steps() + " steps";
}

}  // namespace stickslip::host
