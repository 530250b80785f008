#pragma once

#include <cstdio>
#include <string>

#include "tests/benchmark/peers/run.h"

namespace stickslip::peers {

void print_heading(const std::string& name, const Scene& scene);
void print_line(const Engine& engine, const Scene& scene, const Result& result);

void write_csv_heading(std::FILE* file);
void write_csv_line(std::FILE* file, const std::string& name, const Engine& engine, const Scene& scene,
                    const Result& result);

}  // namespace stickslip::peers
