# SPDX-License-Identifier: BSD-3-Clause
"""threadpoolctl_check.py, under `numapack run`, with a threadpoolctl that registers controllers: without the package, whose file for
that works alone."""

import importlib.util
import pathlib

import numpy
import threadpoolctl

path = pathlib.Path(__file__).resolve().parents[2] / "python" / "numapack" / "threadpool.py"
spec = importlib.util.spec_from_file_location("numapack_threadpool", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.register()


def seen():
    found = [library for library in threadpoolctl.threadpool_info() if library["internal_api"] == "numapack"]
    assert len(found) == 1, threadpoolctl.threadpool_info()
    assert found[0]["user_api"] == "blas" and pathlib.Path(found[0]["filepath"]).name.startswith("libnumapack.so"), found
    # What serves NumPy is the drop-in, which stands on that.
    assert "libnumapack_blas" in pathlib.Path("/proc/self/maps").read_text(encoding="utf-8")
    return found[0]["num_threads"]


numpy.ones((300, 300)) @ numpy.ones((300, 300))
before = seen()
with threadpoolctl.threadpool_limits(1, user_api="blas"):
    limited = seen()
    assert (numpy.ones((300, 300)) @ numpy.ones((300, 300)) == 300).all()
assert seen() == before
if before is None:
    print("threadpoolctl sees numapack, which cannot be told how many threads to have")
else:
    assert limited == 1, limited
    print(f"threadpoolctl sees numapack, and limits it to 1 of {before} threads")
