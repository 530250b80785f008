#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fmu/archive/zip.h"

/// A small FMU to try the importer with: y' = gain u, counts its steps, echoes an Integer, a Boolean and a String.
/// sample.cpp is its binary, sample.xml what describes it.
namespace stickslip::host {

/// The content of sample.xml.
std::string sample_description();
/// `text` with the one place where `from` stands replaced by `to`; throws when it is not there exactly once.
std::string with(std::string text, std::string_view from, std::string_view to);

/// The sample with one mistake in its binary, as named in sample.cpp.
std::vector<ZipMember> sample_with(std::string_view fault, const std::string& description = sample_description());
std::vector<ZipMember> sample_members(const std::string& description = sample_description());
/// Writes sample.fmu into `folder` and returns its path.
std::filesystem::path write_sample(const std::filesystem::path& folder,
                                   const std::string& description = sample_description());

}  // namespace stickslip::host
