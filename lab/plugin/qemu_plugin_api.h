// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of QEMU's plugin interface that is used here, declared from its documentation: distributions
// package no header for it. One library serves versions 1 (QEMU 7.2 to 8.2), 2 (9.0) and 3 or later (9.1 and
// on), which differ here in what api_version.h hides; later versions only added functions so far.

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;

typedef struct {
  const char* target_name;
  struct {
    int min;
    int cur;
  } version;
  bool system_emulation;
  union {
    struct {
      int smp_vcpus;
      int max_vcpus;
    } system;
  };
} qemu_info_t;

enum { QEMU_PLUGIN_CB_NO_REGS = 0 };
enum { QEMU_PLUGIN_MEM_RW = 3 };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t,
                                           void (*)(qemu_plugin_id_t, struct qemu_plugin_tb*));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb*, void (*)(unsigned, void*), int flags,
                                          void*);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn*, void (*)(unsigned, void*), int flags,
                                            void*);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn*,
                                      void (*)(unsigned, qemu_plugin_meminfo_t, uint64_t, void*), int flags,
                                      int rw, void*);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void*), void*);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb*, size_t);
/// Version 3 on: copies an instruction's bytes, and returns how many.
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn*, void* to, size_t room);
/// The function of the same name up to version 2: where the bytes are.
const void* qemu_plugin_insn_place(const struct qemu_plugin_insn*) __asm__("qemu_plugin_insn_data");
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn*);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn*);
struct qemu_plugin_hwaddr* qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t, uint64_t);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr*);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr*);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);

/// Version 2 on; never called here, but where it is missing QEMU speaks version 1.
__attribute__((weak)) void* qemu_plugin_scoreboard_new(size_t);
