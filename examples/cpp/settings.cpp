// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <numapack/numapack.hpp>

/// What is wrong where something is, the library's version, and its memory. Prints: 1 1, then 1 1,
/// then 1.
int main() {
  using namespace numapack;
  try {
    Placement::parse("nowhere");
  } catch (const Error& error) {
    std::cout << (error.code() == ErrorCode::invalid_argument) << ' ' << !error.where().empty() << '\n';
    std::cout << !error.problem().empty() << ' ' << !error.advice().empty() << '\n';
  }
  release_workspace();  // packing buffers, until the next large call
  std::cout << (version()[0] >= '0') << '\n';
}
