#include "fmu/host/apart.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/host/apart_parts.h"

namespace stickslip::host {

namespace {

// Kinds of records: of the work's own, and how the work ended.
constexpr char kRecord = 'r';
constexpr char kError = 'e';
constexpr char kFinished = 'f';

using Length = std::uint32_t;
constexpr std::size_t kHeader = 1 + sizeof(Length);

}  // namespace

Sender::Sender(Shared& shared, Write write) : shared_(shared), write_(std::move(write)) {}

void Sender::send_record(std::string_view record) {
  send(kRecord, record);
}

void Sender::run(const std::function<void(Inside&)>& work) {
  try {
    Inside inside{shared_.where, [this](std::string_view record) { send_record(record); }};
    work(inside);
    send(kFinished, {});
  } catch (const std::bad_alloc&) {
    send(kError, "there is not enough memory for it");
  } catch (const std::exception& error) {
    send(kError, error.what());
  }
  flush();
}

void Sender::send(char kind, std::string_view record) {
  std::array<char, kHeader> header{kind};
  const auto length = static_cast<Length>(record.size());
  std::memcpy(header.data() + 1, &length, sizeof length);
  if (shared_.used + kHeader + record.size() > kPending) flush();
  const bool fits = kHeader + record.size() <= kPending;
  for (const std::string_view part : {std::string_view(header.data(), header.size()), record}) {
    if (!fits) {
      write_all(part);
      continue;
    }
    std::copy(part.begin(), part.end(), shared_.pending.begin() + static_cast<std::ptrdiff_t>(shared_.used));
    shared_.used += part.size();
  }
}

void Sender::flush() {
  while (shared_.sent < shared_.used) {
    const long sent = write_(shared_.unsent());
    if (sent < 0) break;
    shared_.sent += static_cast<std::size_t>(sent);
  }
  shared_.used = 0;
  shared_.sent = 0;
}

void Sender::write_all(std::string_view bytes) const {
  while (!bytes.empty()) {
    const long sent = write_(bytes);
    if (sent < 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Receiver::add(std::string_view bytes) {
  bytes_ += bytes;
  std::size_t at = 0;
  while (bytes_.size() - at >= kHeader) {
    Length length = 0;
    std::memcpy(&length, bytes_.data() + at + 1, sizeof length);
    if (bytes_.size() - at - kHeader < length) break;
    const std::string_view record = std::string_view(bytes_).substr(at + kHeader, length);
    if (bytes_[at] == kRecord) take_(record);
    if (bytes_[at] == kError) error_ = record;
    if (bytes_[at] == kFinished) finished_ = true;
    at += kHeader + length;
  }
  bytes_.erase(0, at);
}

void Whereabouts::set_about(std::string_view text) {
  const std::size_t count = std::min(text.size(), sizeof about - 1);
  std::memcpy(about, text.data(), count);
  about[count] = '\0';
}

std::string to_string(const Whereabouts& where) {
  std::string text = where.call;
  if (text == "fmi2DoStep") text += " at t = " + short_double(where.time);
  if (where.about[0] != '\0') text += std::string(" (") + where.about + ")";
  return text;
}

std::string Fate::text() const {
  switch (end) {
    case End::finished:
      return {};
    case End::left:
      return "ends the process in " + where;
    case End::late:
      return "does not come back from " + where + " within " + std::to_string(seconds) + " s";
    case End::signal:
      return "crashes in " + where + ": " + name_of_crash(signal);
  }
  return {};
}

}  // namespace stickslip::host
