#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/input_table.h"
#include "fmu/cli/interruption.h"
#include "fmu/cli/model_of_fmu.h"
#include "fmu/cli/outputs.h"
#include "fmu/cli/progress.h"
#include "fmu/cli/schedule.h"
#include "fmu/cli/start_values.h"
#include "fmu/cli/summary.h"
#include "fmu/cli/threads.h"
#include "fmu/view/film.h"
#include "fmu/view/page.h"
#include "fmu/view/picture.h"
#include "model/math/size.h"

namespace stickslip::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A run of a model, from which moments are taken.
class Show {
 public:
  Show(const RunInputs& options, std::optional<double> stop)
      : file_(model_of(options.file, options.robot)),
        fmu_(linked_fmu(file_)),
        schedule_(fmu_.description(), stop, options.step),
        observer_(*file_.plant, file_.bytes, current_jobs()),
        slave_(fmu_, fmu_.description().model_name, {.logging = true}),
        outputs_(fmu_.description(), host::Causality::output),
        summary_(outputs_) {
    for (const std::string& assignment : options.set) set_start(slave_, assignment);
    if (!options.input.empty())
      inputs_ = InputTable(options.input, interpolation_of(options.input_interpolation), slave_);
    slave_.start_initialisation(schedule_.start(), schedule_.stop());
    inputs_.apply(schedule_.start(), 0, 0, slave_);
    slave_.finish_initialisation();
    now_ = view::snapshot_of(slave_);
    values_.resize(outputs_.size());
    slave_.read(outputs_, values_);
  }

  const ModelFile& file() const { return file_; }
  const Schedule& schedule() const { return schedule_; }
  const host::Selection& outputs() const { return outputs_; }
  const std::vector<double>& values() const { return values_; }
  long steps_done() const { return done_; }

  /// One step. `look`: a moment is wanted after it.
  void step(bool look) {
    inputs_.apply(schedule_.time(done_), schedule_.size(done_), schedule_.tolerance(), slave_);
    if (look) before_ = view::snapshot_of(slave_);
    const Clock::time_point begin = Clock::now();
    if (!slave_.step(schedule_.time(done_), schedule_.size(done_))) throw host::Error("the model ended the simulation");
    const double taken = std::chrono::duration<double>(Clock::now() - begin).count();
    slave_.read(outputs_, values_);
    summary_.add(taken, values_);
    slave_.instance().clear_messages();
    if (look) now_ = view::snapshot_of(slave_);
    ++done_;
  }

  /// After the beginning, or after a step with `look`.
  view::Moment moment() {
    view::Moment moment = done_ == 0 ? observer_.moment(now_, first_size(), now_)
                                     : observer_.moment(before_, schedule_.size(done_ - 1), now_);
    moment.time = schedule_.time(done_);
    return moment;
  }

  view::Scene scene(const view::Moment& first) const { return observer_.scene(first); }

  std::string summary(double wall_seconds) {
    const std::optional<std::uint64_t> hash = slave_.state_hash();
    return summary_.text(schedule_.time(done_) - schedule_.start(), wall_seconds) +
           (hash ? Summary::hash_line(*hash) : std::string());
  }

 private:
  double first_size() const { return schedule_.steps() > 0 ? schedule_.size(0) : file_.model.step.size; }

  ModelFile file_;
  host::Fmu fmu_;
  Schedule schedule_;
  view::Observer observer_;
  host::Slave slave_;
  host::Selection outputs_;
  Summary summary_;
  InputTable inputs_;
  std::vector<std::uint8_t> before_, now_;
  std::vector<double> values_;
  long done_ = 0;
};

void run_on(const Interruption& interruption, Progress& progress, Show& show, bool look) {
  if (interruption.asked())
    throw host::Error("interrupted at t = " + host::short_double(show.schedule().time(show.steps_done())));
  show.step(look);
  progress.show(static_cast<double>(show.steps_done()) / static_cast<double>(show.schedule().steps()));
}

void write_picture(const ViewOptions& options, const std::string& output) {
  if (options.run.stop) throw host::Error("--picture shows one moment; give its time with --at in place of --stop");
  const auto [width, height] = options.size;
  if (std::max(width, height) > view::kLargestPicture || std::min(width, height) < 16)
    throw host::Error("--size: from 16 to " + std::to_string(view::kLargestPicture) + " pixels each way");
  // The scene is as large as it is at the beginning of the run, whenever the picture is taken.
  const double start = 0;
  Show show(options.run, options.at.value_or(start));
  view::Moment moment = show.moment();
  const view::Scene scene = show.scene(moment);
  const Interruption interruption;
  Progress progress(options.run.file);
  for (const long steps = show.schedule().steps(); show.steps_done() < steps;)
    run_on(interruption, progress, show, show.steps_done() + 1 == steps);
  if (show.steps_done() > 0) moment = show.moment();
  const view::PictureOptions how{width, height, !options.no_forces};
  const bool svg = fs::path(output).extension() == ".svg";
  const std::string bytes = svg ? view::svg(scene, moment, how) : view::png(view::paint(scene, moment, how));
  host::write_file(output, bytes);
  std::printf("%s: t = %s s, %zu bytes\n", output.c_str(), host::short_double(moment.time).c_str(), bytes.size());
}

void write_page(const ViewOptions& options, const std::string& output) {
  if (!view::has_three()) throw host::Error(view::kThreeMissing);
  if (options.at) throw host::Error("--at is for pictures; --stop ends a page");
  Show show(options.run, options.run.stop);
  view::Moment moment = show.moment();
  const view::Scene scene = show.scene(moment);
  view::Film film(show.outputs(), options.plot, scene, show.schedule().step(), options.rate);
  film.add(std::move(moment), show.values());
  const Interruption interruption;
  Progress progress(options.run.file);
  const Clock::time_point begin = Clock::now();
  for (const long steps = show.schedule().steps(); show.steps_done() < steps;) {
    const bool look = film.wants(show.steps_done() + 1) || show.steps_done() + 1 == steps;
    run_on(interruption, progress, show, look);
    film.follow(show.values());
    if (look) film.add(show.moment(), show.values());
  }
  view::Recording recording = film.take();
  const Model& model = show.file().model;
  recording.title = model.name;
  recording.description = model.description;
  recording.model_text = show.file().text;
  recording.summary = show.summary(std::chrono::duration<double>(Clock::now() - begin).count());
  const std::string bytes = view::page(scene, recording);
  host::write_file(output, bytes);
  std::printf("%s: %zu moments, %zu bytes%s%s\n", output.c_str(), recording.moments.size(), bytes.size(),
              recording.note.empty() ? "" : "\n", recording.note.c_str());
}

}  // namespace

int view(const ViewOptions& options) {
  const std::string ending = fs::path(options.output).extension().string();
  const bool still = ending == ".png" || ending == ".svg";
  if (!options.output.empty() && !still && ending != ".html")
    throw host::Error("-o " + options.output + ": the name must end in .html, .png or .svg");
  if (options.picture && ending == ".html")
    throw host::Error("-o " + options.output + ": --picture writes .png or .svg");
  const bool picture = options.picture || still;
  const std::string output =
      !options.output.empty()
          ? options.output
          : fs::path(options.run.file).filename().replace_extension(picture ? ".png" : ".html").string();
  refuse_overwriting("-o", output, {options.run.file, options.run.input});
  const Threads threads(options.run.threads);
  try {
    picture ? write_picture(options, output) : write_page(options, output);
  } catch (const host::Error& error) {
    const std::string text = error.what();
    for (const std::string& file : {options.run.file, options.run.input, output})
      if (!file.empty() && text.compare(0, file.size(), file) == 0) throw;
    throw host::Error(options.run.file + ": " + text);
  }
  return kSuccess;
}

}  // namespace stickslip::cli
