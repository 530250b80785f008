#pragma once

#include <cstdio>
#include <string>

#include "tests/benchmark/peers/summary.h"

namespace stickslip::peers {

/// When and on what: date, processor, how much it has to do besides.
void print_machine();

void print_heading(const std::string& name, const Scene& scene);
void print_line(const Engine& engine, const Scene& scene, const Summary& summary);

void write_csv_heading(std::FILE* file);
void write_csv_line(std::FILE* file, const std::string& name, const Engine& engine, const Scene& scene,
                    const Summary& summary);

}  // namespace stickslip::peers
