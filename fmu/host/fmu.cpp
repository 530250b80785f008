#include "fmu/host/fmu.h"

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"

namespace stickslip::host {

std::string library_name(const std::string& identifier) {
#if defined(_WIN32)
  return "binaries/win64/" + identifier + ".dll";
#elif defined(__x86_64__)
  return "binaries/linux64/" + identifier + ".so";
#else
  return "binaries/aarch64-linux/" + identifier + ".so";
#endif
}

std::string file_uri(const std::filesystem::path& path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const std::u8string name = std::filesystem::absolute(path).generic_u8string();
  std::string uri = name.front() == u8'/' ? "file://" : "file:///";
  for (std::size_t k = 0; k < name.size(); ++k) {
    const auto byte = static_cast<unsigned char>(name[k]);
    const char c = static_cast<char>(byte);
    const bool drive = k == 1 && c == ':' && name.front() != u8'/';
    if (drive || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
    }
  }
  return uri;
}

namespace {

std::shared_ptr<const ModelDescription> unpack_description(const ZipArchive& archive) {
  const ZipEntry* entry = archive.find("modelDescription.xml");
  if (entry == nullptr) throw Error(archive.label() + ": has no modelDescription.xml at its root; not an FMU");
  return std::make_shared<ModelDescription>(
      parse_model_description(archive.read(*entry), archive.label() + "/modelDescription.xml"));
}

}  // namespace

/// The order matters: the library closes before its folder goes.
struct Fmu::Loaded {
  explicit Loaded(const std::filesystem::path& parent = {}) : folder(parent) {}

  TemporaryFolder folder;
  std::unique_ptr<Binary> binary;  // none when the functions are linked into this program
  Functions functions;
  std::vector<std::string> missing;
};

Fmu::Fmu(const std::filesystem::path& file, const ImportOptions& options)
    : label_(file.string()), where_(options.where) {
  const ZipArchive archive(file);
  description_ = unpack_description(archive);
  if (!description_->co_simulation)
    throw Error(label_ + ": is a Model Exchange FMU; this importer runs co-simulation FMUs");
  const std::string library = library_name(description_->co_simulation->identifier);
  if (archive.find(library) == nullptr)
    throw Error(label_ + ": has no " + library + "; it was not built for this platform or modelIdentifier is wrong");
  auto loaded = std::make_shared<Loaded>(options.unpack_below);
  archive.extract(loaded->folder.path());
  try {
    loaded->binary = std::make_unique<Binary>(loaded->folder.path() / library, options.scope);
  } catch (const Error& error) {
    throw Error(label_ + ": " + library + ": " + error.what());
  }
  loaded->functions = loaded->binary->functions();
  loaded->missing = loaded->binary->missing();
  auto* version = loaded->functions.GetVersion;
  if (version == nullptr) throw Error(label_ + ": " + library + " has no fmi2GetVersion; it is no FMI 2.0 binary");
  if (std::strcmp(version(), fmi2Version) != 0)
    throw Error(label_ + ": the binary is of FMI version \"" + version() + "\", the description of \"2.0\"");
  loaded_ = std::move(loaded);
}

Fmu::Fmu(std::string label, ModelDescription description, const Functions& functions,
         const std::vector<ZipMember>& resources)
    : label_(std::move(label)), description_(std::make_shared<ModelDescription>(std::move(description))) {
  auto loaded = std::make_shared<Loaded>();
  loaded->functions = functions;
  const std::filesystem::path folder = loaded->folder.path() / "resources";
  std::filesystem::create_directory(folder);
  for (const ZipMember& resource : resources) write_file(folder / resource.name, resource.bytes);
  loaded_ = std::move(loaded);
}

const Functions& Fmu::functions() const {
  return loaded_->functions;
}

const std::vector<std::string>& Fmu::missing() const {
  return loaded_->missing;
}

std::string Fmu::resource_uri() const {
  return file_uri(loaded_->folder.path() / "resources");
}

Instance Fmu::instantiate(const InstanceOptions& options) const {
  // Shares ownership of folder and library together, whichever of FMU and instance goes first.
  const std::shared_ptr<const Functions> functions(loaded_, &loaded_->functions);
  InstanceOptions with_place = options;
  if (with_place.where == nullptr) with_place.where = where_;
  try {
    return Instance(functions, description_, resource_uri(), with_place);
  } catch (const Error& error) {
    throw Error(label_ + ": " + error.what());
  }
}

}  // namespace stickslip::host
