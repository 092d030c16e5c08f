# SPDX-License-Identifier: BSD-3-Clause
"""Makes threadpoolctl (3.2 or newer) know numapack's drop-in BLAS, as scikit-learn and others ask it for BLASes:

    import numapack_threadpoolctl
    with threadpoolctl.threadpool_limits(1, user_api="blas"): ...

Importing it is enough. It finds the library by its real name, libnumapack_blas, preloaded or not."""

import ctypes

import threadpoolctl


class NumapackController(threadpoolctl.LibController):
    """What threadpoolctl asks of a library. None where this libnumapack_blas does not say."""

    user_api = "blas"
    internal_api = "numapack"
    filename_prefixes = ("libnumapack_blas",)

    def _function(self, name, result, *arguments):
        function = getattr(self.dynlib, name, None)
        if function is not None:
            function.restype, function.argtypes = result, arguments
        return function

    def get_num_threads(self):
        get = self._function("numapack_get_num_threads", ctypes.c_int)
        return get() if get else None

    def set_num_threads(self, num_threads):
        put = self._function("numapack_set_num_threads", None, ctypes.c_int)
        return put(num_threads) if put else None

    def get_version(self):
        version = self._function("numapack_version", ctypes.c_char_p)
        return version().decode() if version else None


threadpoolctl.register(NumapackController)
