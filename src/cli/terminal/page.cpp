// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/page.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/environment.hpp"
#include "base/limits.hpp"
#include "cli/terminal/fit.hpp"

namespace numapack {

namespace {

bool wide_pages = false;

constexpr std::size_t usual_width = 80;

}  // namespace

void print_wide(bool wide) { wide_pages = wide; }

std::size_t page_width(std::FILE* file) {
  if (wide_pages) return 0;
  if (const int columns = read_columns(environment); columns > 0) return static_cast<std::size_t>(columns);
  winsize size{};
  return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_width;
}

void print_message(const std::string& message) {
  const std::string line = "numapack: " + message + "\n";
  std::fputs((isatty(STDERR_FILENO) != 0 ? fit(line, page_width(stderr)) : line).c_str(), stderr);
}

void print_page(const std::string& page, std::FILE* file) {
  std::fputs(fit(page, page_width(file)).c_str(), file);
}

}  // namespace numapack
