// SPDX-License-Identifier: BSD-3-Clause
// fake_qemu PLUGIN CONFIG OUT: loads the counting plugin as QEMU does, and runs a guest of a few
// instructions. Built once for each version of the plugin interface that differs (FAKE_VERSION), so that they
// can be tested without that QEMU.

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "marks.h"

enum { OLDEST = FAKE_VERSION > 1 ? 2 : 0 };  // QEMU 9.0 dropped what was before version 2
enum { STORE = 1, SHIFT = 4 };  // an access in a meminfo word: its direction, and from bit 4 on its size
enum { PAGE = 0x2000, LINE = 64 };

typedef void (*OnExecution)(unsigned, void*);
typedef void (*OnAccess)(unsigned, uint32_t, uint64_t, void*);

/// x86-64 code with what it does to memory.
struct qemu_plugin_insn {
  uint8_t bytes[8];
  size_t size;
  enum { NO_ACCESS, LOADS, STORES, LOADS_TWO_WORDS } does;
  uint64_t address;
  OnExecution on_execution;
  void* execution_data;
  OnAccess on_access;
  void* access_data;
};
struct qemu_plugin_tb {
  struct qemu_plugin_insn* first;
  size_t number;
  OnExecution on_execution;
  void* execution_data;
};
struct qemu_plugin_hwaddr {
  uint64_t address;
};

static void (*on_translation)(uint64_t, struct qemu_plugin_tb*);
static void (*on_exit_of_qemu)(uint64_t, void*);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(uint64_t, struct qemu_plugin_tb*)) {
  (void)id;
  on_translation = call;
}
void qemu_plugin_register_atexit_cb(uint64_t id, void (*call)(uint64_t, void*), void* data) {
  (void)id, (void)data;
  on_exit_of_qemu = call;
}
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb* block, OnExecution call, int flags,
                                          void* data) {
  (void)flags;
  block->on_execution = call, block->execution_data = data;
}
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn* one, OnExecution call, int flags,
                                            void* data) {
  (void)flags;
  one->on_execution = call, one->execution_data = data;
}
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn* one, OnAccess call, int flags, int rw,
                                      void* data) {
  (void)flags, (void)rw;
  one->on_access = call, one->access_data = data;
}
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* block) { return block->number; }
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb* block, size_t index) {
  return block->first + index;
}
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn* one) { return one->size; }
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn* one) {
  (void)one;
  return 0x400000;
}
struct qemu_plugin_hwaddr* qemu_plugin_get_hwaddr(uint32_t info, uint64_t address) {
  static struct qemu_plugin_hwaddr place;
  (void)info;
  place.address = address;
  return &place;
}
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr* place) { return place == NULL; }
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr* place) { return place->address; }
bool qemu_plugin_mem_is_store(uint32_t info) { return info & STORE; }
unsigned qemu_plugin_mem_size_shift(uint32_t info) { return info >> SHIFT; }

#if FAKE_VERSION >= 3
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn* one, void* to, size_t room) {
  const size_t number = room < one->size ? room : one->size;
  memcpy(to, one->bytes, number);
  return number;
}
#else
const void* qemu_plugin_insn_data(const struct qemu_plugin_insn* one) { return one->bytes; }
#endif
#if FAKE_VERSION >= 2
void* qemu_plugin_scoreboard_new(size_t bytes) {
  (void)bytes;
  return NULL;
}
#endif

static struct qemu_plugin_insn mark(unsigned char number) {
  return (struct qemu_plugin_insn){.bytes = {0x0f, 0x1f, 0x84, 0x00, 0x5a, 0x4e, 0x4c, number}, .size = 8};
}
static struct qemu_plugin_insn load(uint64_t address) {  // mov (%rcx), %rax
  return (struct qemu_plugin_insn){.bytes = {0x48, 0x8b, 0x01}, .size = 3, .does = LOADS, .address = address};
}
static struct qemu_plugin_insn wide_load(uint64_t address) {  // movups (%rcx), %xmm0
  return (struct qemu_plugin_insn){
      .bytes = {0x0f, 0x10, 0x01}, .size = 3, .does = LOADS_TWO_WORDS, .address = address};
}
static struct qemu_plugin_insn store(uint64_t address) {  // mov %rax, (%rcx)
  return (struct qemu_plugin_insn){
      .bytes = {0x48, 0x89, 0x01}, .size = 3, .does = STORES, .address = address};
}
static struct qemu_plugin_insn streamed_store(uint64_t address) {  // movnti %rax, (%rcx)
  return (struct qemu_plugin_insn){
      .bytes = {0x48, 0x0f, 0xc3, 0x01}, .size = 4, .does = STORES, .address = address};
}

/// A register of two words is moved in one access where QEMU has them, as QEMU 10 has.
static void access(const struct qemu_plugin_insn* one) {
  enum { WORD = 3 << SHIFT, TWO_WORDS = 4 << SHIFT };
  if (one->does != LOADS_TWO_WORDS) {
    one->on_access(0, (one->does == STORES ? STORE : 0) | WORD, one->address, one->access_data);
  } else if (FAKE_VERSION >= 3) {
    one->on_access(0, TWO_WORDS, one->address, one->access_data);
  } else {
    one->on_access(0, WORD, one->address, one->access_data);
    one->on_access(0, WORD, one->address + 8, one->access_data);
  }
}

static void run(struct qemu_plugin_insn* first, size_t number) {
  struct qemu_plugin_tb block = {first, number, NULL, NULL};
  on_translation(1, &block);
  if (block.on_execution) block.on_execution(0, block.execution_data);
  for (struct qemu_plugin_insn* one = first; one != first + number; one++) {
    if (one->on_execution) one->on_execution(0, one->execution_data);
    if (one->does != NO_ACCESS && one->on_access) access(one);
  }
}

/// One line read, one modified, one written by a streaming store; what comes after the marks does not count.
static void run_guest(void) {
  struct qemu_plugin_insn calibration[] = {mark(MARK_CALIBRATION_BEGIN), mark(MARK_TOUCH), load(PAGE),
                                           mark(MARK_TOUCH_END), mark(MARK_CALIBRATION_END)};
  struct qemu_plugin_insn start[] = {load(PAGE), mark(MARK_START), load(PAGE)};
  struct qemu_plugin_insn unmarked[] = {load(PAGE), wide_load(PAGE), store(PAGE + LINE)};
  struct qemu_plugin_insn stop[] = {mark(MARK_STOP), load(PAGE + 9 * LINE)};
  run(calibration, sizeof calibration / sizeof calibration[0]);
  run(start, sizeof start / sizeof start[0]);
  run(unmarked, sizeof unmarked / sizeof unmarked[0]);
  for (uint64_t at = PAGE + 4 * LINE; at < PAGE + 5 * LINE; at += 8) {
    struct qemu_plugin_insn streamed = streamed_store(at);
    run(&streamed, 1);
  }
  run(stop, sizeof stop / sizeof stop[0]);
}

int main(int count, char** arguments) {
  struct {
    const char* target_name;
    int oldest, current;
    bool system_emulation;
    int smp_vcpus, max_vcpus;
  } const info = {"x86_64", OLDEST, FAKE_VERSION, true, 1, 1};
  if (count != 4) return 2;
  void* const library = dlopen(arguments[1], RTLD_NOW);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  const int* const version = dlsym(library, "qemu_plugin_version");
  int (*install)(uint64_t, const void*, int, char**);
  *(void**)&install = dlsym(library, "qemu_plugin_install");
  if (version == NULL || install == NULL || *version < OLDEST || *version > FAKE_VERSION)
    return fprintf(stderr, "version %d\n", version ? *version : -1), 1;
  char config[512], out[512];
  snprintf(config, sizeof config, "config=%s", arguments[2]);
  snprintf(out, sizeof out, "out=%s", arguments[3]);
  if (install(1, &info, 2, (char*[]){config, out}) != 0) return 1;
  run_guest();
  on_exit_of_qemu(1, NULL);
  return 0;
}
