/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_EXPORT_H
#define NUMAPACK_EXPORT_H

/* A macro because visibility is an attribute: everything else of the library is hidden. */
#define NUMAPACK_API __attribute__((visibility("default")))

#endif
