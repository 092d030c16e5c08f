# SPDX-License-Identifier: BSD-3-Clause
# The rooms of src/, bottom to top: a room includes only itself and rooms before it here. tests/style/rooms_test.py reads
# this file, so each list stays one set().
set(NUMAPACK_ROOMS base cpu machine/limits machine memory memory/homes team/barriers team profile/document profile kernel runtime matrix level3/call schedule level3/algorithms level3/tasks level3/nodes level3/plan level3/explain level3/run level3 level2 triangle packed panels lu qr/reflectors qr lapack lapack/inverse batch sparse api)
# Those of the standard's faces, a library of their own above it.
set(NUMAPACK_BLAS_ROOMS blas/counts blas blas/batch blas/faces blas/complete)
# Those of the command, above the library's.
set(NUMAPACK_TOOL_ROOMS counters insight/position insight doctor launch report probe/loops probe/clock probe/watch probe/plans probe/running probe/quantities probe/quantities/threads probe/tuning probe peer/routines peer/processes peer/work peer grade/calls grade/checks grade cli/terminal cli/options cli/runs cli/quantities cli/plans cli/predict cli/predict/changes cli/pages/machine cli/pages cli/sparse cli/grade cli/manual cli/verbs cli/verbs/measure cli)
# Folders of a room of the library with sources that its other files know, and that know them.
set(NUMAPACK_FOLDERS kernel/triangle kernel/sparse memory/pages api/c)
