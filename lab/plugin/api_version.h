// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "qemu_plugin_api.h"

// What differs between the versions of QEMU's plugin interface.

/// An instruction's bytes; of a longer one than any processor has, the first.
struct Code {
  uint8_t bytes[16];
  size_t size;
};

/// Of the QEMU that calls; before any other function here.
void api_version_set(const qemu_info_t* info);

/// Only during a translation's callback.
struct Code code_of(const struct qemu_plugin_insn* one);
