#define TOML_IMPLEMENTATION
#include "fmu/load/toml.h"
