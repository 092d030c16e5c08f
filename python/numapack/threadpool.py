# SPDX-License-Identifier: BSD-3-Clause
"""Registers this package's library, which the drop-in BLAS uses, too, with threadpoolctl, if that is installed."""


def register() -> None:
    """Registers a controller for it; threadpoolctl before 3.2 cannot have one."""
    try:
        from threadpoolctl import LibController, register as add  # type: ignore[import-untyped]
    except ImportError:
        return

    class NumapackController(LibController):  # type: ignore[misc]
        user_api = "blas"
        internal_api = "numapack"
        # Every other library of numapack's, the drop-in BLAS among them, stands on this one.
        filename_prefixes = ("libnumapack.so",)

        def get_num_threads(self):  # type: ignore[no-untyped-def]
            get = getattr(self.dynlib, "numapack_get_num_threads", None)
            return get() if get else None

        def set_num_threads(self, num_threads):  # type: ignore[no-untyped-def]
            put = getattr(self.dynlib, "numapack_set_num_threads", None)
            return put(num_threads) if put else None

        def get_version(self):  # type: ignore[no-untyped-def]
            import ctypes
            version = getattr(self.dynlib, "numapack_version", None)
            if not version:
                return None
            version.restype = ctypes.c_char_p
            return version().decode()

    add(NumapackController)
