#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace stickslip::fmu {

/// The schema file of FMI 2.0: in the folder that STICKSLIP_FMI2_SCHEMA names, else beside the tree. Empty: neither has
/// it.
inline std::string schema_file() {
  const char* named = std::getenv("STICKSLIP_FMI2_SCHEMA");
  const std::filesystem::path folder = named != nullptr ? named : STICKSLIP_SOURCE_DIR "/../shared/schema/fmi2";
  const std::filesystem::path file = folder / "fmi2ModelDescription.xsd";
  return std::filesystem::exists(file) ? file.string() : std::string();
}

/// Why a file cannot be held against the schema here; empty if it can.
inline std::string why_no_schema_check() {
  if (schema_file().empty()) return "no FMI 2.0 schema beside the tree; STICKSLIP_FMI2_SCHEMA may name its folder";
  if (std::system("xmllint --version > /dev/null 2>&1") != 0) return "xmllint is not installed";
  return "";
}

inline void expect_valid_against_schema(const std::string& file) {
  EXPECT_EQ(std::system(("xmllint --noout --schema '" + schema_file() + "' '" + file + "'").c_str()), 0);
}

}  // namespace stickslip::fmu
