/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the loops in assembly find the fields of their arguments, in bytes, and what they compare them with.
 * Macros, because the assembler reads this file; argument_offsets.cpp compares all of it with the structs. */
#ifndef NUMAPACK_KERNEL_ARGUMENT_OFFSETS_H
#define NUMAPACK_KERNEL_ARGUMENT_OFFSETS_H

/* LoopArguments (register_loop.hpp) */
#define LOOP_K 0
#define LOOP_A 8
#define LOOP_B 16
#define LOOP_C 24
#define LOOP_LDC 32
#define LOOP_ALPHA 40
#define LOOP_ENDING 48
#define LOOP_AHEAD 56
#define LOOP_TARGET 64
#define LOOP_LDT 72
#define LOOP_AHEAD_STRIDE 80

/* PackingArguments: those, then */
#define PACKING_B_COLUMN 88
#define PACKING_PACKED_B 96

/* PackAheadArguments: those of a loop, then PackedAhead (kernel.hpp) */
#define PACK_AHEAD_FROM 88
#define PACK_AHEAD_LEADING 96
#define PACK_AHEAD_TO 104
#define PACK_AHEAD_PANEL 112
#define PACK_AHEAD_LINES 120
#define PACK_AHEAD_LEFT 128
#define PACK_AHEAD_COUNT 136
#define PACK_AHEAD_PREFETCHED 144

/* Ending (register_loop.hpp); loops compare for less and for more, too. */
#define ENDING_STORE 0
#define ENDING_ADD 1
#define ENDING_STORE_COMPLEX 2
#define ENDING_ADD_COMPLEX 3

/* InPlaceArguments (in_place.hpp) */
#define IN_PLACE_K 0
#define IN_PLACE_A 8
#define IN_PLACE_LDA 16
#define IN_PLACE_B 24
#define IN_PLACE_B_STEP 32
#define IN_PLACE_B_COLUMN 40
#define IN_PLACE_C 48
#define IN_PLACE_LDC 56
#define IN_PLACE_ALPHA 64
#define IN_PLACE_BETA 72
#define IN_PLACE_ENDING 80
#define IN_PLACE_VECTORS 88
#define IN_PLACE_COLUMNS 96
#define IN_PLACE_LAST 104
#define IN_PLACE_GROUPS 112
#define IN_PLACE_PREFETCHED 120
#define IN_PLACE_PREFETCHES 128
#define IN_PLACE_PREFETCHES_TWICE 136
#define IN_PLACE_LAST_AT 144
#define IN_PLACE_BELOW 152

/* InPlaceEnding; loops compare for less and for more, too. */
#define IN_PLACE_SCALED 0
#define IN_PLACE_BOTH_SCALED 1
#define IN_PLACE_PLAIN 2
#define IN_PLACE_ADDED 3

/* BelowTile: bits of IN_PLACE_BELOW */
#define BELOW_ROWS_OF_A 1
#define BELOW_PART_OF_C 2

#endif
