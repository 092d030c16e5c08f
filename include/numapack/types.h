/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_TYPES_H
#define NUMAPACK_TYPES_H

/* What all functions take and return. Part of numapack.h. */

#include <stddef.h>
#include <stdint.h>

#include "numapack/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values as in CBLAS. */
typedef enum { NUMAPACK_ROW_MAJOR = 101, NUMAPACK_COLUMN_MAJOR = 102 } numapack_layout;

/* What a call returns; the message says which argument, its value and what is allowed. */
typedef enum {
  NUMAPACK_OK = 0,
  NUMAPACK_INVALID_ARGUMENT = 1,
  NUMAPACK_OUT_OF_MEMORY = 2,
  NUMAPACK_NOT_SUPPORTED = 3,
  NUMAPACK_SYSTEM = 4
} numapack_status;

#ifdef __cplusplus
}
#endif

#endif
