# SPDX-License-Identifier: BSD-3-Clause
"""The package that draws ``numapack report``: it reads documents and makes the pictures here, too, so that both are the same.

It belongs to the command, and is not installed as a package of its own; here it is loaded as ``numapack._report``.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any

from numapack.system import places

_NAME = "numapack._report"


def module(name: str) -> Any:
    """One of its modules, such as ``"sections.memory"``.

    Raises
    ------
    ImportError
        The package is installed without it, or something that the module needs is missing.
    """
    if _NAME not in sys.modules:
        _load()
    return importlib.import_module(f"{_NAME}.{name}")


def _load() -> None:
    folder = places.report_library()
    if folder is None:
        raise ImportError("numapack is installed without what draws reports: install it again")
    spec = importlib.util.spec_from_file_location(_NAME, folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} is no Python package: install numapack again")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = loaded
    spec.loader.exec_module(loaded)
