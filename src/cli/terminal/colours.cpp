// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/colours.hpp"

#include <unistd.h>

#include "base/environment.hpp"
#include "base/limits.hpp"

namespace numapack {

bool colours_wanted() { return isatty(STDOUT_FILENO) == 1 && allows_colours(environment); }

}  // namespace numapack
