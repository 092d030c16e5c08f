// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace numapack::probe {

/// Of every `touched` lines in a row the first `stored` are stored to, the others loaded. 0 <= stored <=
/// touched.
struct Mix {
  int touched = 1, stored = 0;
};

/// Touches each line of a stretch once, in order, with one ordinary store or load of eight bytes: a store of
/// part of a line makes the processor read the line first, whatever it does with stores of whole lines.
/// `turn` is the place in the mix, 0 at first, and goes on from stretch to stretch.
void touch_lines(char* data, std::size_t lines, std::size_t line_bytes, Mix mix, int& turn);

}  // namespace numapack::probe
