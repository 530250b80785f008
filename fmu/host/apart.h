#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "fmu/archive/error.h"

/// Foreign code in a process of its own: whatever it does to that process is told in words, and never done to us.
namespace stickslip::host {

/// Where foreign code is at this moment. It lies in memory that both processes see.
struct Whereabouts {
  const char* call = "loading";  // a literal: what was entered last
  double time = 0;               // of the last fmi2DoStep
  char about[120] = {};          // what for, in the words of whoever calls

  void set_about(std::string_view text);
};

/// "fmi2DoStep at t = 0.5"
std::string to_string(const Whereabouts& where);

/// How the work in the child ended.
struct Fate {
  enum class End { finished, left, signal, late };
  End end = End::finished;
  int signal = 0;            // or exception, on Windows
  unsigned seconds = 0;      // that were allowed
  std::string where;         // the last call
  bool interrupted = false;  // somebody asked for an end
  /// "crashes in fmi2DoStep at t = 0.5: Segmentation fault"; empty when the work was finished.
  std::string text() const;
};

/// Somebody asked for an end.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

/// What the work sees of its surroundings.
struct Inside {
  Whereabouts& where;
  std::function<void(std::string_view record)> send;
};

struct ApartOptions {
  unsigned seconds = 0;           // after which the child is ended; 0: never
  std::filesystem::path printed;  // what foreign code prints goes to this file; empty: to standard error
  bool more_follow = false;       // calls that come after this one in this program; see apart_windows.cpp
};

/// Runs `work` in a child process and gives the records that it sends to `take`, in order, also those from before a
/// crash. An `Error` that leaves `work` is thrown here; one that leaves `take` ends the child. Signals that ask us to
/// end are handed on to the child. Only one may run at a time.
Fate apart(const ApartOptions& options, const std::function<void(Inside&)>& work,
           const std::function<void(std::string_view)>& take);

}  // namespace stickslip::host
