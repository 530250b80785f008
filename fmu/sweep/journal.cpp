#include "fmu/sweep/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <queue>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"

namespace stickslip::sweep {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = ".rows";
constexpr int kMostFiles = 1'000'000;
constexpr std::size_t kBlock = 16 * 1024;  // bytes read at a time

/// The finished rows of one file, one after the other. The file is open only while a block of it is read: a study may
/// have left more files, some of each shard and each interruption, than a process may have open.
class Rows {
 public:
  Rows(const fs::path& path, const std::string& mark) : path_(path) {
    std::string first;
    if (!next_line(first)) return;  // killed before its first line was whole
    if (first != mark)
      throw host::Error(path.string() +
                        ": is of another study, or of this one before the study, its model or its input was "
                        "changed; remove it and run again");
  }

  bool next() {
    if (!next_line(line)) return false;
    const auto number = host::parse_double(std::string_view(line).substr(0, line.find(',')));
    if (!number || *number < 0 || *number >= static_cast<double>(kMostRuns))
      throw host::Error(path_.string() + ": a row without the number of its run; remove the file and run again");
    run = static_cast<std::uint64_t>(*number);
    return true;
  }

  std::string line;
  std::uint64_t run = 0;

 private:
  bool next_line(std::string& text) {
    std::size_t end = 0;
    while ((end = block_.find('\n', at_)) == std::string::npos)
      if (!read_on()) return false;
    text.assign(block_, at_, end - at_);
    at_ = end + 1;
    return true;
  }

  bool read_on() {
    block_.erase(0, at_);
    at_ = 0;
    std::ifstream in(path_, std::ios::binary);
    if (!in) throw host::Error(path_.string() + ": cannot be read: " + host::reason_of_errno());
    in.seekg(place_);
    const std::size_t kept = block_.size();
    block_.resize(kept + kBlock);
    in.read(block_.data() + kept, kBlock);
    place_ += in.gcount();
    block_.resize(kept + static_cast<std::size_t>(in.gcount()));
    return in.gcount() > 0;
  }

  fs::path path_;
  std::streamoff place_ = 0;  // of what is not read yet
  std::string block_;
  std::size_t at_ = 0;
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

Journal::Journal(fs::path folder, const std::string& mark, Shard shard)
    : folder_(std::move(folder)), mark_("# " + mark), shard_(shard) {}

std::vector<fs::path> Journal::files() const {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder_, none))
    if (entry.path().extension() == kEnding) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

void Journal::clear() const {
  const std::string own = std::to_string(shard_.k) + "-of-" + std::to_string(shard_.n) + ".";
  for (const fs::path& file : files())
    if (shard_.n == 1 || file.filename().string().compare(0, own.size(), own) == 0) fs::remove(file);
}

std::vector<bool> Journal::done(std::uint64_t runs) const {
  std::vector<bool> done(runs);
  for (const fs::path& file : files()) {
    Rows rows(file, mark_);
    while (rows.next())
      if (rows.run < runs) done[rows.run] = true;
  }
  return done;
}

fs::path Journal::new_file() const {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  for (int number = 0; number < kMostFiles; ++number) {
    fs::path path = folder_ / (std::to_string(shard_.k) + "-of-" + std::to_string(shard_.n) + "." +
                               std::to_string(number) + kEnding);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) throw host::Error(path.string() + ": cannot be written: " + host::reason_of_errno());
    append(file, mark_ + "\n");
    close(file);
    return path;
  }
  throw host::Error(folder_.string() + ": has a million files; merge them");
}

int Journal::open_to_append(const fs::path& path) {
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) throw host::Error(path.string() + ": cannot be written: " + host::reason_of_errno());
  return file;
}

void Journal::drop_half_a_row(const fs::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  std::streamoff whole = in.tellg();
  for (std::string block; in && whole > 0; whole -= static_cast<std::streamoff>(block.size())) {
    block.resize(static_cast<std::size_t>(std::min<std::streamoff>(whole, kBlock)));
    in.seekg(whole - static_cast<std::streamoff>(block.size()));
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    const std::size_t end = block.rfind('\n');
    if (end == std::string::npos) continue;
    whole -= static_cast<std::streamoff>(block.size() - end - 1);
    break;
  }
  std::error_code failure;
  if (in) fs::resize_file(path, static_cast<std::uintmax_t>(whole), failure);
  if (!in || failure) throw host::Error(path.string() + ": cannot be mended after a worker has died");
}

void Journal::append(int file, const std::string& line) {
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t count = write(file, line.data() + at, line.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw host::Error("the results cannot be written: " + host::reason_of_errno());
    at += static_cast<std::size_t>(count);
  }
}

void Journal::merge(const fs::path& csv, const std::string& header, std::uint64_t runs) const {
  std::vector<Rows> sources;
  using Head = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  for (const fs::path& file : files()) {
    sources.emplace_back(file, mark_);
    if (sources.back().next()) heads.push({sources.back().run, sources.size() - 1});
  }
  const fs::path part = csv.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  out << header;
  std::uint64_t expected = 0;
  while (!heads.empty()) {
    const auto [run, source] = heads.top();
    heads.pop();
    if (run == expected) {
      out << sources[source].line << '\n';
      ++expected;
    } else if (run > expected) {
      break;
    }
    if (sources[source].next()) heads.push({sources[source].run, source});
  }
  out.close();
  std::error_code failure;
  if (expected < runs) {
    fs::remove(part, failure);
    throw host::Error(folder_.string() + ": run " + std::to_string(expected) + " and maybe others of " +
                      std::to_string(runs) + " are missing; make them with --resume, every shard with its own --shard");
  }
  if (out) fs::rename(part, csv, failure);
  if (!out || failure) throw host::Error(csv.string() + ": cannot be written: " + host::reason_of_errno());
}

std::string header_of(const Study& study) {
  std::string out = "\"run\"";
  for (const Parameter& parameter : study.parameters) out += "," + quoted(parameter.name);
  for (const Result& result : study.results) out += "," + quoted(result.name);
  return out + ",\"failed\"\n";
}

std::string row_of(std::uint64_t run, const std::vector<double>& parameters, const std::vector<double>& results,
                   const std::string& failure, std::size_t result_count) {
  std::string out = std::to_string(run);
  for (const double value : parameters) out += "," + host::format_double(value);
  for (std::size_t i = 0; i < result_count; ++i)
    out += i < results.size() ? "," + host::format_double(results[i]) : ",";
  return out + "," + (failure.empty() ? "" : quoted(host::printable(failure, 300))) + "\n";
}

}  // namespace stickslip::sweep
