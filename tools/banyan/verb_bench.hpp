// The kinds of measurement of `banyan bench` that have files of their own: verb_bench_NAME.cpp.
#pragma once

#include <CLI/CLI.hpp>

namespace banyan::tools {

void add_bench_collectives(CLI::App& bench);
void add_bench_model(CLI::App& bench);
void add_bench_techniques(CLI::App& bench);

}  // namespace banyan::tools
