# SPDX-License-Identifier: BSD-3-Clause
"""What the docstrings of python/numapack/ say: a page of all that is public, with the methods of classes and the functions of modules."""

from __future__ import annotations

import ast
import pathlib
import textwrap

LEAD = """What `import numapack` has, by its docstrings; [from Python](how-to/python.md) introduces it. `help(numapack.gemm)` shows the same. Any number
of threads may call at once; calls release the interpreter's lock. Arrays that the library cannot read (steps within a line, negative strides, swapped
bytes) are copied."""


def public_names(module: ast.Module) -> list[str]:
    """Its __all__."""
    return next(ast.literal_eval(node.value) for node in module.body
                if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")


def python_page(folder: pathlib.Path) -> str:
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))}
    parts = ["# Python reference", LEAD]
    public = public_names(modules[folder / "__init__.py"])
    for name in sorted(public, key=str.lower):
        if folder / f"{name}.py" in modules and not _found(modules, name):
            module = modules[folder / f"{name}.py"]
            parts += [f"## {name}", _fenced("text", ast.get_docstring(module) or "")]
            names = public_names(module)
            if same := [f"[{other}](#{other})" for other in names if other in public]:
                parts.append("The same functions as " + ", ".join(same) + ".")
            for own in names:
                if function := _found({folder: module}, own):
                    parts += _of_function(f"{name}.{own}", function, 3)
            continue
        one = _found(modules, name)
        if isinstance(one, ast.ClassDef):
            parts += _of_class(one)
        elif one:
            parts += [*_of_function(name, one, 2), *_of_all(next(module for module in modules.values() if one in module.body))]
    return "\n\n".join(parts) + "\n"


def _found(modules: dict[pathlib.Path, ast.Module], name: str) -> ast.FunctionDef | ast.ClassDef | None:
    return next((node for module in modules.values() for node in module.body
                 if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name and ast.get_docstring(node)), None)


def _of_all(module: ast.Module) -> list[str]:
    """What a module says for all its functions: its docstring but for the first paragraph."""
    words = (ast.get_docstring(module) or "").split("\n\n", 1)[1:]
    return [_fenced("text", words[0])] if words else []


def _of_class(node: ast.ClassDef) -> list[str]:
    """The class with its properties, then its methods."""
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and ast.get_docstring(one)]
    properties = [one for one in methods if one.decorator_list]
    words = ast.get_docstring(node) or ""
    if properties:
        listed = [f"{one.name}{_result(one, ' : ')}\n{textwrap.indent(ast.get_docstring(one) or '', '    ')}" for one in properties]
        words += "\n\nProperties\n----------\n" + "\n".join(listed)
    parts = [f"## {node.name}", _fenced("text", words)]
    for one in methods:
        if one not in properties:
            parts += _of_function(f"{node.name}.{one.name}", one, 3)
    return parts


def _of_function(name: str, node: ast.FunctionDef | ast.ClassDef, level: int) -> list[str]:
    assert isinstance(node, ast.FunctionDef), name
    head = f"{name}({ast.unparse(node.args).removeprefix('self, ').removeprefix('self')}){_result(node, ' -> ')}"
    return [f"{'#' * level} {name}", _fenced("python", head), _fenced("text", ast.get_docstring(node) or "")]


def _result(node: ast.FunctionDef, mark: str) -> str:
    return f"{mark}{ast.unparse(node.returns)}" if node.returns else ""


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"
