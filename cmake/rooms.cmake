# SPDX-License-Identifier: BSD-3-Clause
# The rooms of src/, bottom to top: a room includes only itself and rooms before it here. tests/style/rooms_test.py reads
# this file, so each list stays one set().
set(NUMAPACK_ROOMS base cpu machine memory team profile kernel runtime matrix gemm lu api)
# Those of the command, above the library's.
set(NUMAPACK_TOOL_ROOMS insight probe peer cli)
