// SPDX-License-Identifier: BSD-3-Clause
#include "api_version.h"

#include <string.h>

enum { COPIES_CODE = 3 };  // the first version in which qemu_plugin_insn_data() copies

/// QEMU reads it once the library is loaded, and refuses what is older than its oldest version or newer than
/// its current one.
__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static int current = 1;

/// Before QEMU looks at the number.
__attribute__((constructor)) static void speak_as_qemu_does(void) {
  if (qemu_plugin_scoreboard_new != NULL) qemu_plugin_version = 2;
}

void api_version_set(const qemu_info_t* info) { current = info->version.cur; }

struct Code code_of(const struct qemu_plugin_insn* one) {
  struct Code code = {.size = qemu_plugin_insn_size(one)};
  if (code.size > sizeof code.bytes) code.size = sizeof code.bytes;
  if (current >= COPIES_CODE)
    code.size = qemu_plugin_insn_data(one, code.bytes, code.size);
  else
    memcpy(code.bytes, qemu_plugin_insn_place(one), code.size);
  return code;
}
