// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/kernel_texts.hpp"

#include <unistd.h>

#include <fstream>
#include <sstream>

namespace numapack::probe {

std::string kernel_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

double ticks_a_second() {
  const long ticks = sysconf(_SC_CLK_TCK);
  return ticks > 0 ? static_cast<double>(ticks) : 100;
}

}  // namespace numapack::probe
