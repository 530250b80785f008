#pragma once

// The one place that configures toml++: compiled once, in toml.cpp; errors by value.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 0
#define TOML_ENABLE_FORMATTERS 0

#include <toml++/toml.h>
