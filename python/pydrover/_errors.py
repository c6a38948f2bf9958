"""Errors."""


class InputError(ValueError):
    """Something is wrong with tables, rows or options; the message names the place, what was expected and what came."""


InputError.__module__ = "pydrover"
