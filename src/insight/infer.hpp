// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "insight/core_table.hpp"
#include "insight/inference.hpp"

namespace numapack {

// The steps of infer(), in their order. Each completes the value it is given.

/// What the steps share.
struct Reading {
  const MeasuredProfile& profile;
  const CoreTable& table;
  double same;            ///< figures that differ by less than this fraction are the same
  double differs;         ///< … by more than this are not; between them nothing is said
  double memory_differs;  ///< the same of latencies of memory, which have noise of their own
};

void infer_shared_caches(const Reading& reading, Inferences& found);
void infer_last_level(const Reading& reading, Inferences& found);
void infer_affinity(const Reading& reading, Inferences& found);
void infer_shared_copy(const Reading& reading, Inferences& found);
void infer_distances(const Reading& reading, Inferences& found);
void infer_symmetry(const Reading& reading, Inferences& found);
void infer_links(const Reading& reading, Inferences& found);
void infer_firmware(const Reading& reading, Inferences& found);
void infer_positions(const Reading& reading, Inferences& found);

/// "14.2 ns".
std::string ns(double value);
/// "0 reads 4".
std::string pair_text(int reader, int owner);

/// The firmware's cache of this level with this hardware thread, or null.
const ProfiledCache* firmware_cache(const ProfiledMachine& machine, int level, int pu);

/// Whether measurements put both into one cache of this level.
bool behind_one(const Inferences& found, int level, int one, int other);

}  // namespace numapack
