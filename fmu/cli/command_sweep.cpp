#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/archive/text.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/input_table.h"
#include "fmu/cli/interruption.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/progress.h"
#include "fmu/cli/schedule.h"
#include "fmu/host/apart.h"
#include "fmu/shell/digest.h"
#include "fmu/shell/version.h"
#include "fmu/sweep/crew.h"
#include "fmu/sweep/outcome.h"
#include "fmu/sweep/report.h"
#include "fmu/text/spelling.h"

namespace stickslip::cli {

namespace {

namespace fs = std::filesystem;

/// `K/N`, which the parser has checked.
sweep::Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  return {std::stoull(text.substr(0, slash)), std::stoull(text.substr(slash + 1))};
}

/// What tells this study from every other one: rows of both never mix.
std::string mark_of(const sweep::Study& study) {
  fmu::Hasher hasher;
  const auto add = [&](const std::string& text) {
    const std::string length = std::to_string(text.size()) + ":";
    hasher.add(length.data(), length.size());
    hasher.add(text.data(), text.size());
  };
  add(study.text);
  add(host::read_file(study.model));
  if (!study.input.empty()) add(host::read_file(study.input));
  add(fmu::kEngineVersion);
  const fmu::Digest digest = hasher.digest();
  std::string mark = "stickslip sweep ";
  for (const unsigned char byte : std::string_view(reinterpret_cast<const char*>(&digest), sizeof digest)) {
    std::array<char, 3> hex{};
    std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned>(byte));
    mark += hex.data();
  }
  return mark;
}

/// The study with its model, before any worker is there.
class Workbench {
 public:
  explicit Workbench(const std::string& path)
      : study_(sweep::read_study(path)),
        fmu_(load(study_)),
        schedule_(fmu_.description(), study_.stop, study_.step),
        outcome_(study_, fmu_.description()) {
    std::string errors;
    for (const sweep::Parameter& parameter : study_.parameters) {
      if (!parameter.applied) continue;
      const host::ScalarVariable* v = fmu_.description().find(parameter.name);
      const bool settable = v != nullptr && v->has_start && v->variability != host::Variability::constant &&
                            v->attributes.type != host::Type::string;
      if (settable) {
        parameters_.push_back(v);
        continue;
      }
      errors += (errors.empty() ? "" : "\n") + parameter.place + ": parameter \"" + parameter.name + "\": " +
                (v == nullptr ? missing(parameter.name)
                              : "is no number that can be set before a run; parameters, inputs and starts can");
    }
    if (!errors.empty()) throw host::Error(errors);
  }

  const sweep::Study& study() const { return study_; }
  std::size_t results() const { return study_.results.size(); }
  std::string failure_row(std::uint64_t run, const std::string& reason) const {
    return sweep::row_of(run, study_.values_of(run), {}, reason, results());
  }

  /// In a worker: one instance, reset between its runs.
  sweep::Runner runner() {
    auto slave = std::make_shared<std::unique_ptr<host::Slave>>();
    auto inputs = std::make_shared<InputTable>();
    return [this, slave, inputs](std::uint64_t run) {
      const std::vector<double> values = study_.values_of(run);
      try {
        if (*slave == nullptr) {
          *slave = std::make_unique<host::Slave>(fmu_, fmu_.description().model_name,
                                                 host::InstanceOptions{.logging = true});
          if (!study_.input.empty()) *inputs = InputTable(study_.input, Interpolation::hold, **slave);
        } else {
          (*slave)->reset();
        }
        return sweep::row_of(run, values, simulate(**slave, *inputs, values), {}, results());
      } catch (const host::Error& error) {
        // An instance that has failed may not be reset by every FMU.
        slave->reset();
        return failure_row(run, error.what());
      }
    };
  }

 private:
  static host::Fmu load(const sweep::Study& study) {
    for (const auto& [file, place] : {std::pair(study.model, study.model_place), {study.input, study.input_place}})
      if (!file.empty() && !fs::exists(file)) throw host::Error(place + ": there is no file " + file);
    if (is_fmu(study.model)) {
      try_to_load(study.model);
      return host::Fmu(study.model);
    }
    ModelFile model = load_model(study.model);
    return linked_fmu(model);
  }

  /// Loading runs foreign code already, and this process is the one that keeps the study together.
  static void try_to_load(const std::string& file) {
    const host::TemporaryFolder folder;
    const auto work = [&](host::Inside& inside) {
      const host::Fmu fmu(file, {.unpack_below = folder.path(), .where = &inside.where});
    };
    const host::Fate fate = host::apart({}, work, [](std::string_view) {});
    if (fate.end != host::Fate::End::finished) throw host::Error(file + ": the FMU " + fate.text());
  }

  std::string missing(const std::string& name) const {
    std::vector<std::string> names;
    for (const host::ScalarVariable& v : fmu_.description().variables)
      if (v.has_start) names.push_back(v.name);
    const std::string near = text::nearest(name, names);
    return "the model has no such variable" + (near.empty() ? "" : ", is \"" + near + "\" meant?") +
           "; a number for formulas only has applied = false";
  }

  std::vector<double> simulate(host::Slave& slave, InputTable& inputs, const std::vector<double>& values) {
    std::vector<double> applied;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!study_.parameters[i].applied) continue;
      if (!std::isfinite(values[i])) throw host::Error(study_.parameters[i].name + " is not finite");
      applied.push_back(values[i]);
    }
    slave.write(host::Selection(parameters_), applied);
    slave.start_initialisation(schedule_.start(), schedule_.stop());
    inputs.rewind();
    inputs.apply(schedule_.start(), 0, 0, slave);
    slave.finish_initialisation();
    const host::Selection wanted(outcome_.variables());
    std::vector<double> now(wanted.size());
    outcome_.begin(values);
    slave.read(wanted, now);
    outcome_.add(schedule_.start(), now);
    for (long k = 0; k < schedule_.steps(); ++k) {
      inputs.apply(schedule_.time(k), schedule_.size(k), schedule_.tolerance(), slave);
      if (!slave.step(schedule_.time(k), schedule_.size(k))) break;  // it wants to end: what is there counts
      slave.read(wanted, now);
      outcome_.add(schedule_.time(k + 1), now);
    }
    slave.instance().clear_messages();
    return outcome_.end();
  }

  sweep::Study study_;
  host::Fmu fmu_;
  Schedule schedule_;
  sweep::Outcome outcome_;
  std::vector<const host::ScalarVariable*> parameters_;
};

struct Files {
  explicit Files(const std::string& study) {
    const fs::path stem = fs::path(study).stem();
    csv = stem.string() + ".csv";
    page = stem.string() + ".html";
    journal = stem.string() + ".runs";
  }
  std::string csv, page, journal;
};

void make(const SweepOptions& options, Workbench& bench, const sweep::Journal& journal, const Files& files) {
  const sweep::Study& study = bench.study();
  if (!options.resume) journal.clear();
  sweep::CrewOptions crew{options.jobs, shard_of(options.shard), study.runs, journal.done(study.runs)};
  if (options.jobs == 0) crew.jobs = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  const Interruption interruption;
  Progress progress(options.file);
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  const sweep::CrewReport report = sweep::work(
      crew, journal, [&] { return bench.runner(); },
      [&](std::uint64_t run, const std::string& reason) { return bench.failure_row(run, reason); },
      [&](std::uint64_t made, std::uint64_t all) {
        const double left = made == 0 ? 0 : seconds() / static_cast<double>(made) * static_cast<double>(all - made);
        progress.show(all == 0 ? 1 : static_cast<double>(made) / static_cast<double>(all),
                      std::to_string(made) + " of " + std::to_string(all) + ", " + host::short_double(std::ceil(left)) +
                          " s left");
        return !interruption.asked();
      });
  if (report.interrupted)
    throw host::Error("interrupted after " + std::to_string(report.made) + " runs, which are in " + files.journal +
                      "; --resume goes on");
  std::printf("%s: %llu runs made in %.3g s, %llu failed\n", options.file.c_str(),
              static_cast<unsigned long long>(report.made), seconds(), static_cast<unsigned long long>(report.failed));
}

}  // namespace

int sweep(const SweepOptions& options) {
  const Files files(options.file);
  Workbench bench(options.file);
  const sweep::Journal journal(files.journal, mark_of(bench.study()), shard_of(options.shard));
  const bool run = !options.merge && !(options.report && fs::exists(files.csv));
  try {
    if (run) make(options, bench, journal, files);
    if (options.merge || (run && options.shard.empty())) {
      journal.merge(files.csv, sweep::header_of(bench.study()), bench.study().runs);
      std::printf("%s: %llu rows\n", files.csv.c_str(), static_cast<unsigned long long>(bench.study().runs));
    }
  } catch (const host::Error& error) {
    const std::string text = error.what();
    if (text.compare(0, files.journal.size(), files.journal) == 0) throw;
    throw host::Error(options.file + ": " + text);
  }
  if (options.report) {
    const std::string page = sweep::report(bench.study(), host::read_file(files.csv));
    host::write_file(files.page, page);
    std::printf("%s: %zu bytes\n", files.page.c_str(), page.size());
  }
  return kSuccess;
}

}  // namespace stickslip::cli
