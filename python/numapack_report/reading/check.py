# SPDX-License-Identifier: BSD-3-Clause
"""Whether a document has the form that is drawn: its description in plain Python values, and a walk along it.

A description is a type (`float` also takes whole numbers), a list of one description for arrays of any length, a
dictionary for objects (a key that ends with "?" may be missing; "*" describes all other keys), or a tuple of
alternatives, among which `None` is null. Keys that are not described may hold anything.
"""

from __future__ import annotations

from typing import Any

from ..errors import UsageError

NAMES = {float: "a number", int: "a whole number", str: "text", bool: "true or false", list: "an array",
         dict: "an object", None: "null"}
MOST_SHOWN = 40


def check(value: Any, form: Any, place: str) -> None:
    """UsageError that names the place, the value and what is allowed."""
    if isinstance(form, tuple):
        _check_alternatives(value, form, place)
    elif isinstance(form, list):
        if not isinstance(value, list):
            _refuse(value, form, place)
        for index, element in enumerate(value):
            check(element, form[0], f"{place}[{index}]")
    elif isinstance(form, dict):
        _check_object(value, form, place)
    elif not _is(value, form):
        _refuse(value, form, place)


def _check_object(value: Any, form: dict[str, Any], place: str) -> None:
    if not isinstance(value, dict):
        _refuse(value, form, place)
    for key, part in form.items():
        name = key.rstrip("?")
        if key == "*":
            for other, element in value.items():
                if other not in form and f"{other}?" not in form:
                    check(element, part, f"{place}.{other}")
        elif name in value:
            check(value[name], part, f"{place}.{name}")
        elif not key.endswith("?"):
            raise UsageError(f"{place} has no \"{name}\"")


def _check_alternatives(value: Any, forms: tuple, place: str) -> None:
    for form in forms:
        if _is(value, form):
            if isinstance(form, (dict, list)):
                check(value, form, place)
            return
    _refuse(value, forms, place)


def _is(value: Any, form: Any) -> bool:
    if form is None:
        return value is None
    if isinstance(form, dict):
        return isinstance(value, dict)
    if isinstance(form, list):
        return isinstance(value, list)
    if form is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, form) and (form is bool or not isinstance(value, bool))


def _name(form: Any) -> str:
    if isinstance(form, tuple):
        return " or ".join(_name(part) for part in form)
    return NAMES[type(form)] if isinstance(form, (dict, list)) else NAMES[form]


def _refuse(value: Any, form: Any, place: str) -> None:
    shown = repr(value)
    shown = shown if len(shown) <= MOST_SHOWN else shown[:MOST_SHOWN] + "..."
    raise UsageError(f"{place} is {shown}; allowed is {_name(form)}")
