"""Checks of the arguments of a call by their annotations, before anything is done."""
from __future__ import annotations

import functools
import inspect
import numbers
import operator
import os
from collections.abc import Iterable, Mapping
from typing import Any, Callable, TypeVar

from ._errors import InputError, naming_arguments

Call = TypeVar("Call", bound=Callable[..., Any])
_NOT_NEGATIVE = ("batch_size", "features", "groups", "max_lag", "max_length", "max_steps", "max_windows", "models",
                 "n_components", "n_hidden", "n_samples", "pairs", "plane_length", "settling", "side", "size",
                 "starts", "states", "steps", "tables", "temperatures", "threads")
_HIGHEST = {"seed": 2**64 - 1, "levels": 2**31 - 1, "first_bits": 2**31 - 1, "last_bits": 2**31 - 1}
_READING = ("order", "columns", "also", "max_cells", "absent", "noisy", "suppressed", "count", "schema", "groups", "key",
            "weight")
_ADDITIONAL = {"check": ("like",)}


class WrongType(TypeError):
    """An argument that is not what it must be; the call puts its own name before the message."""


def described(value: Any) -> str:
    """A value, as messages show it."""
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 40 else f'"{value[:40]}..."'
    if value is None or isinstance(value, (bool, numbers.Number)):
        return str(value)
    return type(value).__name__


def wrong(name: str, expected: str, value: Any) -> WrongType:
    return WrongType(f"{name}: expected {expected}, got {described(value)}")


def integer(name: str, value: Any) -> int:
    """An integer that the library can represent."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise wrong(name, "an integer", value)
    number = operator.index(value)
    low, high = 0 if name in _NOT_NEGATIVE or name == "seed" else -2**63, _HIGHEST.get(name, 2**63 - 1)
    if number < low:
        raise InputError(f"{name}: expected an integer of at least {low}, got {number}")
    if number > high:
        raise InputError(f"{name}: expected an integer of at most {high}, got {number}")
    return number


def number(name: str, value: Any) -> float:
    if isinstance(value, (bool, str, bytes)) or not hasattr(value, "__float__"):
        raise wrong(name, "a number", value)
    try:
        return float(value)
    except (TypeError, OverflowError):
        raise wrong(name, "a number", value) from None


def text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise wrong(name, "a text", value)
    return str(value)


def boolean(name: str, value: Any) -> bool:
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise wrong(name, "True or False", value)
    return bool(value)


def mapping(name: str, value: Any) -> Any:
    if not isinstance(value, Mapping) and not hasattr(value, "items"):
        raise wrong(name, "a mapping, such as a dict", value)
    return value


def path(name: str, value: Any) -> Any:
    if not isinstance(value, (str, os.PathLike)):
        raise wrong(name, "a path", value)
    return value


def _items(name: str, expected: str, value: Any) -> tuple:
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise wrong(name, expected, value)
    return tuple(value)


def names(name: str, value: Any) -> tuple:
    """Several names; a single text is a list of one."""
    found = (value,) if isinstance(value, str) else _items(name, "a list of names", value)
    for each in found:
        if isinstance(each, (list, set, Mapping)):
            raise wrong(name, "a list of names", each)
    return found


def lists_of_names(name: str, value: Any) -> tuple:
    expected = "a list of lists of names"
    return tuple(_items(name, expected, each) for each in _items(name, expected, value))


def _several(name: str, value: Any) -> tuple:
    return _items(name, "a list", value)


def integers(name: str, value: Any) -> tuple:
    return tuple(integer(name, each) for each in _items(name, "a list of integers", value))


def mappings(name: str, value: Any) -> tuple:
    expected = "a list of mappings, such as [{...}]"
    found = _items(name, expected, value)
    for each in found:
        if not isinstance(each, Mapping) and not hasattr(each, "items"):
            raise wrong(name, expected, each)
    return found


def function(name: str, value: Any) -> Any:
    if not callable(value):
        raise wrong(name, "a function", value)
    return value


def _progress(name: str, value: Any) -> Any:
    if not isinstance(value, bool) and not callable(value):
        raise wrong(name, "True, False or a function", value)
    return value


def _row_count(name: str, value: Any) -> Any:
    return value if isinstance(value, bool) else integer(name, value)


def _names_or_mapping(name: str, value: Any) -> Any:
    if not isinstance(value, (str, Mapping)) and not hasattr(value, "items"):
        raise wrong(name, "a text or a mapping, such as a dict", value)
    return value


_RULES: dict[str, Callable[[str, Any], Any]] = {
    "int": integer, "float": number, "str": text, "bool": boolean, "bool | int": _row_count, "Map": function,
    "str | os.PathLike": path, "str | Mapping[str, Any]": _names_or_mapping, "str | Iterable[str]": names,
    "Iterable[str]": names, "Iterable[Iterable[str]]": lists_of_names, "Iterable[Mapping[str, Any]]": mappings,
    "Iterable[Any]": _several, "Sequence[int]": integers, "Mapping[str, int]": mapping, "Mapping[str, Any]": mapping,
    "Mapping[str, str]": mapping}
_READING_RULES = {"order": integer, "columns": names, "also": lists_of_names, "max_cells": integer, "absent": text,
                  "noisy": boolean, "suppressed": names, "count": text, "weight": text}
_NONE = " | None"


def _rule(parameter: inspect.Parameter) -> tuple[Callable[[str, Any], Any], bool] | None:
    """The rule that checks an argument, and whether it may be None."""
    if parameter.name == "progress":
        return _progress, True
    annotation = parameter.annotation
    if not isinstance(annotation, str):
        annotation = inspect.formatannotation(annotation)
    may_be_none = annotation.endswith(_NONE)
    rule = _RULES.get(annotation.removesuffix(_NONE))
    return None if rule is None else (rule, may_be_none or parameter.default is None)


def checked(call: Call) -> Call:
    """The call with checks of its arguments: a TypeError names call and argument, what was expected and what came."""
    signature = inspect.signature(call)
    rules = {name: _rule(parameter) for name, parameter in signature.parameters.items()}
    takes_reading = "reading" in signature.parameters
    known = {*signature.parameters, *_READING, *_ADDITIONAL.get(call.__name__, ())} - {"reading"}

    @functools.wraps(call)
    def with_checks(*arguments: Any, **keywords: Any) -> Any:
        try:
            bound = signature.bind(*arguments, **keywords)
            if takes_reading:
                for name in bound.arguments.get("reading", {}):
                    if name not in known:
                        raise TypeError(f"got an unexpected keyword argument '{name}'")
        except TypeError as error:
            raise TypeError(f"{call.__name__}() {error}") from None
        try:
            for name, value in bound.arguments.items():
                if rules[name] is not None and not (value is None and rules[name][1]):
                    bound.arguments[name] = rules[name][0](name, value)
            reading = bound.arguments.get("reading", {}) if takes_reading else {}
            for name, rule in _READING_RULES.items():
                if reading.get(name) is not None:
                    reading[name] = rule(name, reading[name])
            with naming_arguments():
                return call(*bound.args, **bound.kwargs)
        except WrongType as error:
            raise TypeError(f"{call.__name__}: {error}") from None

    return with_checks  # type: ignore[return-value]
