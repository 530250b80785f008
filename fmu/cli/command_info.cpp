#include <cstdio>
#include <set>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/archive/zip.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/variable_table.h"
#include "fmu/host/model_description.h"

namespace stickslip::cli {

namespace {

using host::ModelDescription;
using host::ZipArchive;

constexpr const char* kModelFile = "resources/model.toml";

void line(const char* title, const std::string& text) {
  if (!text.empty()) std::printf("%-14s %s\n", title, host::printable(text, 2000).c_str());
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string platforms(const ZipArchive& archive) {
  std::set<std::string> found;
  constexpr std::string_view kFolder = "binaries/";
  for (const host::ZipEntry& entry : archive.entries()) {
    if (entry.is_folder()) continue;
    if (entry.name.compare(0, kFolder.size(), kFolder) == 0)
      found.insert(entry.name.substr(kFolder.size(), entry.name.find('/', kFolder.size()) - kFolder.size()));
    if (entry.name.compare(0, 8, "sources/") == 0) found.insert("sources");
  }
  return joined({found.begin(), found.end()});
}

std::string capabilities(const ModelDescription& description) {
  std::vector<std::string> words;
  if (description.model_exchange) words.emplace_back("model exchange");
  if (description.co_simulation) {
    const host::Interface& cs = *description.co_simulation;
    words.emplace_back("co-simulation");
    if (cs.variable_step) words.emplace_back("variable communication step");
    if (cs.can_get_and_set_state) words.emplace_back("get and set state");
    if (cs.can_serialize_state) words.emplace_back("serialise state");
    if (cs.provides_directional_derivative) words.emplace_back("directional derivatives");
    if (cs.interpolates_inputs) words.emplace_back("interpolates inputs");
    if (cs.only_one_instance_per_process) words.emplace_back("one instance per process only");
    if (cs.needs_execution_tool) words.emplace_back("needs its tool");
  }
  return joined(words);
}

std::string experiment(const ModelDescription& description) {
  if (!description.experiment) return {};
  const host::DefaultExperiment& e = *description.experiment;
  std::string text = "from " + host::short_double(e.start.value_or(0)) + " s";
  if (e.stop) text += " to " + host::short_double(*e.stop) + " s";
  if (e.step) text += " in steps of " + host::short_double(*e.step) + " s";
  return text;
}

}  // namespace

int info(const InfoOptions& options) {
  if (!is_fmu(options.file))
    throw host::Error(options.file + ": is a model file; `stickslip check` tells what is in it");
  const ZipArchive archive(options.file);
  const host::ZipEntry* model = archive.find(kModelFile);
  if (options.model) {
    if (model == nullptr) throw host::Error(options.file + ": has no " + kModelFile + "; it was not made by stickslip");
    std::fputs(archive.read(*model).c_str(), stdout);
    return kSuccess;
  }
  const host::ZipEntry* entry = archive.find("modelDescription.xml");
  if (entry == nullptr) throw host::Error(options.file + ": has no modelDescription.xml; not an FMU");
  const ModelDescription description =
      host::parse_model_description(archive.read(*entry), options.file + "/modelDescription.xml");
  line("name", description.model_name);
  line("description", description.description);
  line("author", description.author);
  line("version", description.version);
  line("made by", description.generation_tool);
  line("made from", model == nullptr ? "" : std::string(kModelFile) + " (--model prints it)");
  line("guid", description.guid);
  line("capabilities", capabilities(description));
  line("platforms", platforms(archive));
  line("experiment", experiment(description));
  std::printf("\n");
  print_variables(description);
  return kSuccess;
}

}  // namespace stickslip::cli
