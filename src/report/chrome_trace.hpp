// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "report/records.hpp"

namespace numapack {

/// The calls as a document in the Trace Event Format ("JSON Object Format", complete events), which Perfetto
/// and chrome://tracing show. Times are from the first call on. Pure.
std::string chrome_trace(const Records& records);

}  // namespace numapack
