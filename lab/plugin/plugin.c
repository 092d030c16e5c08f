// SPDX-License-Identifier: BSD-3-Clause
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_version.h"
#include "config/config.h"
#include "intervals.h"
#include "marks.h"
#include "model/hierarchy.h"
#include "model/memory_map.h"
#include "report.h"
#include "streaming.h"

// What QEMU calls. Everything is created before the guest starts, so that callbacks need no checks.

enum { HOST_LINE = 64, GUEST_PAGE = 4096, WORD = 8 };

static struct LabConfig config;
static struct MemoryMap memory_map;
static struct Hierarchy* hierarchy;
static char* out_path;
static bool aarch64;
static unsigned line_shift;

static bool counting;
static struct Intervals intervals;
static const char* error;  // the first one
static struct LabMessage error_text;
static pthread_mutex_t marking = PTHREAD_MUTEX_INITIALIZER;  // marks are rare

/// Touching: node + 1 of the calibration's touch that is under way on this CPU.
static struct { _Alignas(HOST_LINE) unsigned touching; } vcpus[LAB_CPUS];

static void fail(const char* text) {
  if (error != NULL) return;
  snprintf(error_text.text, sizeof error_text.text, "%s", text);
  error = error_text.text;
}

static bool is_counting(void) { return __atomic_load_n(&counting, __ATOMIC_ACQUIRE); }

/// How an instruction stores: through the caches, past them, or into a block that DC ZVA has just zeroed.
enum Manner { ORDINARY, STREAMS, FILLS_BLOCK };

/// To the CPU's caches, or past them.
static void feed(unsigned cpu, uint64_t line, unsigned bytes, bool store, enum Manner manner) {
  if (store && manner == STREAMS)
    hierarchy_stream(hierarchy, cpu, line, bytes);
  else
    hierarchy_access(hierarchy, cpu, line, store);
}

/// At most a word, at `address` of the guest's program.
static void count(unsigned cpu, uint64_t physical, uint64_t address, unsigned bytes, bool store,
                  enum Manner manner) {
  struct CpuCounts* const counts = hierarchy_counts(hierarchy, cpu);
  counts->loads += !store;
  counts->stores += store;
  const uint64_t line = physical >> line_shift;
  const unsigned room = config.line_bytes - (unsigned)(physical % config.line_bytes);
  feed(cpu, line, bytes < room ? bytes : room, store, manner);
  // Where the next page lies nobody says: of an access across a page's end only what lies before it is seen.
  const bool same_page = address % GUEST_PAGE + bytes <= GUEST_PAGE;
  if (same_page && bytes > room) feed(cpu, line + 1, bytes - room, store, manner);
}

/// Blocks are smaller than pages.
static void claim_block(unsigned cpu, uint64_t physical) {
  const uint64_t first = physical & ~(uint64_t)(config.zeroed_bytes - 1);
  for (unsigned at = 0; at < config.zeroed_bytes; at += config.line_bytes)
    hierarchy_claim(hierarchy, cpu, (first + at) >> line_shift);
}

static void on_access(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void* manner_) {
  const enum Manner manner = (enum Manner)(uintptr_t)manner_;
  if (!is_counting() && vcpus[cpu].touching == 0) return;
  const struct qemu_plugin_hwaddr* const place = qemu_plugin_get_hwaddr(info, address);
  if (place == NULL || qemu_plugin_hwaddr_is_io(place)) return;
  const uint64_t physical = qemu_plugin_hwaddr_phys_addr(place);
  if (vcpus[cpu].touching != 0) {
    pthread_mutex_lock(&marking);
    memory_map_touch(&memory_map, vcpus[cpu].touching - 1, physical);
    pthread_mutex_unlock(&marking);
    return;
  }
  if (manner == FILLS_BLOCK && qemu_plugin_mem_is_store(info) && config.zeroed_bytes >= config.line_bytes)
    claim_block(cpu, physical);
  // What QEMU 7.2 moves in words of eight bytes, a vector register say, QEMU 10 moves in one access of
  // sixteen: words count the same with both.
  const unsigned bytes = 1u << qemu_plugin_mem_size_shift(info);
  const unsigned word = bytes < WORD ? bytes : WORD;
  for (unsigned at = 0; at < bytes && address % GUEST_PAGE + at < GUEST_PAGE; at += word)
    count(cpu, physical + at, address + at, word, qemu_plugin_mem_is_store(info), manner);
}

static void on_instructions(unsigned cpu, void* number) {
  if (is_counting()) hierarchy_counts(hierarchy, cpu)->instructions += (uintptr_t)number;
}

static void set_counting(bool on) {
  if (on == counting) return;
  if (on && !memory_map.complete)
    fail(memory_map.trouble.text[0] != '\0' ? memory_map.trouble.text
                                            : "counting began before numapack-lab-calibrate had run");
  if (on) intervals_begin(&intervals, &config, hierarchy);
  __atomic_store_n(&counting, on, __ATOMIC_RELEASE);
  if (!on) intervals_end(&intervals, &config, hierarchy);
}

static void check_cpu(unsigned cpu, unsigned node) {
  if (config.cpu_node[cpu] == node || memory_map.trouble.text[0] != '\0') return;
  snprintf(memory_map.trouble.text, sizeof memory_map.trouble.text,
           "calibration: the guest has CPU %u on node %u, the configuration on node %u", cpu, node,
           config.cpu_node[cpu]);
}

static void obey(unsigned cpu, unsigned mark) {
  if (mark == MARK_CALIBRATION_BEGIN) memory_map_begin(&memory_map, &config);
  if (mark == MARK_CALIBRATION_END && !memory_map_end(&memory_map)) fail(memory_map.trouble.text);
  if (mark >= MARK_TOUCH && mark < MARK_TOUCH + LAB_NODES) vcpus[cpu].touching = mark - MARK_TOUCH + 1;
  if (mark == MARK_TOUCH_END) vcpus[cpu].touching = 0;
  if (mark >= MARK_CPU && mark < MARK_CPU + LAB_NODES) check_cpu(cpu, mark - MARK_CPU);
  if (mark == (config.whole_program ? MARK_WHOLE_START : MARK_START)) set_counting(true);
  if (mark == (config.whole_program ? MARK_WHOLE_STOP : MARK_STOP)) set_counting(false);
}

static void on_mark(unsigned cpu, void* number) {
  pthread_mutex_lock(&marking);
  obey(cpu, (unsigned)(uintptr_t)number);
  pthread_mutex_unlock(&marking);
}

static bool is_kernel(uint64_t address) { return (int64_t)address < 0; }

/// Of an instruction, and the one before it in its block: what DC ZVA itself accesses QEMU does not say, the
/// store behind it does.
static enum Manner manner_of(const struct qemu_plugin_insn* one, const struct qemu_plugin_insn* before) {
  const struct Code code = code_of(aarch64 ? before : one);
  if (aarch64) return zeroes_block(code.bytes, code.size) ? FILLS_BLOCK : ORDINARY;
  return stores_stream(code.bytes, code.size) ? STREAMS : ORDINARY;
}

/// Of user space, the number of the mark that an instruction is, or -1.
static int mark_of(const struct qemu_plugin_insn* one) {
  if (is_kernel(qemu_plugin_insn_vaddr(one))) return -1;
  const struct Code code = code_of(one);
  return mark_in_code(code.bytes, code.size, aarch64);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  const size_t number = qemu_plugin_tb_n_insns(block);
  // A block lies in one page or two neighbouring ones: user space as a whole or not at all.
  const bool kernel = is_kernel(qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0)));
  if (kernel && !config.kernel_too) return;
  bool marked = false;
  for (size_t i = 0; i < number; i++) marked |= mark_of(qemu_plugin_tb_get_insn(block, i)) >= 0;
  if (!marked)
    qemu_plugin_register_vcpu_tb_exec_cb(block, on_instructions, QEMU_PLUGIN_CB_NO_REGS, (void*)number);
  for (size_t i = 0; i < number; i++) {
    struct qemu_plugin_insn* const one = qemu_plugin_tb_get_insn(block, i);
    const int mark = marked ? mark_of(one) : -1;
    if (mark >= 0)
      qemu_plugin_register_vcpu_insn_exec_cb(one, on_mark, QEMU_PLUGIN_CB_NO_REGS, (void*)(uintptr_t)mark);
    else if (marked)  // counting starts and stops inside this block: each instruction counts itself
      qemu_plugin_register_vcpu_insn_exec_cb(one, on_instructions, QEMU_PLUGIN_CB_NO_REGS,
                                             (void*)(uintptr_t)1);
    const enum Manner manner = manner_of(one, qemu_plugin_tb_get_insn(block, i > 0 ? i - 1 : 0));
    qemu_plugin_register_vcpu_mem_cb(one, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                     (void*)(uintptr_t)manner);
  }
}

static void on_exit_of_qemu(qemu_plugin_id_t id, void* unused) {
  (void)id;
  (void)unused;
  pthread_mutex_lock(&marking);
  const bool stopped = !is_counting();
  __atomic_store_n(&counting, false, __ATOMIC_RELEASE);
  if (intervals.begun == 0)
    fail(config.whole_program ? "nothing was counted: the guest did not run numapack-lab-count"
                              : "nothing was counted: the program gave no NUMAPACK_LAB_START()");
  struct LabMessage message;
  const struct Counting how = {&intervals, stopped, error};
  if (!report_write(out_path, &config, &memory_map, hierarchy, &how, &message))
    fprintf(stderr, "numapack-lab: %s\n", message.text);
  pthread_mutex_unlock(&marking);
}

static bool take_arguments(int count, char** arguments, const char** config_path,
                           struct LabMessage* message) {
  for (int i = 0; i < count; i++) {
    if (strncmp(arguments[i], "config=", 7) == 0) {
      *config_path = arguments[i] + 7;
    } else if (strncmp(arguments[i], "out=", 4) == 0) {
      free(out_path);
      out_path = strdup(arguments[i] + 4);
    } else {
      snprintf(message->text, sizeof message->text, "unknown argument %.160s: use config=FILE,out=FILE",
               arguments[i]);
      return false;
    }
  }
  if (*config_path != NULL && out_path != NULL) return true;
  snprintf(message->text, sizeof message->text, "give config=FILE,out=FILE");
  return false;
}

static bool prepare(const qemu_info_t* info, int count, char** arguments, struct LabMessage* message) {
  const char* config_path = NULL;
  if (!take_arguments(count, arguments, &config_path, message) ||
      !lab_config_read(config_path, &config, message))
    return false;
  if (!info->system_emulation || (unsigned)info->system.max_vcpus > config.cpus) {
    snprintf(message->text, sizeof message->text, "the configuration has %u CPUs, the machine %d",
             config.cpus, info->system_emulation ? info->system.max_vcpus : 0);
    return false;
  }
  aarch64 = strcmp(info->target_name, "aarch64") == 0;
  if (!aarch64 && strcmp(info->target_name, "x86_64") != 0) {
    snprintf(message->text, sizeof message->text, "no marks are known for %s", info->target_name);
    return false;
  }
  line_shift = (unsigned)__builtin_ctz(config.line_bytes);
  memory_map_begin(&memory_map, &config);
  hierarchy = hierarchy_create(&config, &memory_map);
  if (hierarchy == NULL) snprintf(message->text, sizeof message->text, "no memory for the caches' model");
  return hierarchy != NULL;
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info,
                                                               int count, char** arguments) {
  struct LabMessage message;
  api_version_set(info);
  if (!prepare(info, count, arguments, &message)) {
    fprintf(stderr, "numapack-lab: %s\n", message.text);
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
  return 0;
}
