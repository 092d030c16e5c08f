// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include <memory>
#include <string>
#include <vector>

namespace numapack {

/// Each adds one subcommand, which parses, calls the library and prints one page. Errors are thrown; an exit
/// status other than 0 without an error is CLI::RuntimeError.
void add_gemm(CLI::App& app);
void add_plan(CLI::App& app);
void add_predict(CLI::App& app);
void add_latency(CLI::App& app);
void add_coherence(CLI::App& app);
void add_stream(CLI::App& app);
void add_barrier(CLI::App& app);
void add_probe(CLI::App& app);
void add_tune(CLI::App& app);
void add_where(CLI::App& app);
/// `command`: the other program's words, known when the verb runs.
void add_stat(CLI::App& app, std::shared_ptr<const std::vector<std::string>> command);
void add_run(CLI::App& app, std::shared_ptr<const std::vector<std::string>> command);
void add_pin(CLI::App& app, std::shared_ptr<const std::vector<std::string>> command);
void add_spmv(CLI::App& app);
void add_touch_demo(CLI::App& app);
void add_bits(CLI::App& app);
void add_grade(CLI::App& app);
void add_linpack(CLI::App& app);
void add_diff(CLI::App& app);
void add_infer(CLI::App& app);
void add_advise(CLI::App& app);
void add_doctor(CLI::App& app);
/// Shells' completion, and the manual pages that a build makes: both from `app` as it is when the verb runs.
void add_completion(CLI::App& app);
void add_manual(CLI::App& app);

}  // namespace numapack
