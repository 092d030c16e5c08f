// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace numapack {

/// Standard output is a terminal that shows colours (not with NO_COLOR or TERM=dumb).
bool colours_wanted();

}  // namespace numapack
