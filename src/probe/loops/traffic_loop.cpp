// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/traffic_loop.hpp"

#include <cstdint>

namespace numapack::probe {

namespace {

using LineWord = volatile std::uint64_t;

void load_lines(const char* data, std::size_t lines, std::size_t line_bytes) {
  for (std::size_t line = 0; line < lines; ++line)
    static_cast<void>(*reinterpret_cast<const LineWord*>(data + line * line_bytes));
}

void store_lines(char* data, std::size_t lines, std::size_t line_bytes) {
  for (std::size_t line = 0; line < lines; ++line)
    *reinterpret_cast<LineWord*>(data + line * line_bytes) = line;
}

}  // namespace

void touch_lines(char* data, std::size_t lines, std::size_t line_bytes, Mix mix, int& turn) {
  if (mix.stored == 0) return load_lines(data, lines, line_bytes);
  if (mix.stored == mix.touched) return store_lines(data, lines, line_bytes);
  for (std::size_t line = 0; line < lines; ++line) {
    auto* const word = reinterpret_cast<LineWord*>(data + line * line_bytes);
    if (turn < mix.stored)
      *word = line;
    else
      static_cast<void>(*word);
    turn = turn + 1 == mix.touched ? 0 : turn + 1;
  }
}

}  // namespace numapack::probe
