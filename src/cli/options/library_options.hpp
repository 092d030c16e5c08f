// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "peer/processes/known_peers.hpp"
#include "peer/routines/blas_routine.hpp"

namespace numapack {

/// Adds --library, of which there must be one, and --routines.
void add_library_options(CLI::App& verb, std::vector<std::string>& libraries,
                         std::vector<std::string>& routines);

/// A library as --library has it: "openblas", "blis", "mkl", NAME=PATH, or a path, which is named by its
/// file. With settings for so many threads. Throws Error(invalid_argument).
Peer find_library(const std::string& text, int threads, const Machine& machine);

/// Throws Error(invalid_argument) where two have the same name.
void refuse_same_names(const std::vector<std::string>& libraries, const Machine& machine);

/// Those named, with --routines, of these. Throws Error(invalid_argument) with the names that there are.
std::vector<const BlasRoutine*> chosen_routines(const std::vector<std::string>& names,
                                                const std::vector<const BlasRoutine*>& all);

}  // namespace numapack
