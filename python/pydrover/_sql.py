"""Statements that count tables inside a database."""
from __future__ import annotations

from typing import Iterable

from . import _core
from ._arguments import checked
from ._inputs import input_options


@checked
def tables_sql(table: str, columns: Iterable[str], order: int = 2, *, also: Iterable[Iterable[str]] = (),
               weight: str | None = None, dialect: str = "ansi", suppress_below: int = 0) -> str:
    """Write one statement that counts tables inside a database.

    Its result, as a DataFrame or saved as CSV, is accepted by `synth`, `check` and `explain`: one long table with a
    column ``grouping`` that names the columns of the table to which each row belongs.

    Parameters
    ----------
    table : str
        The table of the database, optionally preceded by its schema (``census.people``).
    columns : iterable of str
        Its columns, as the database spells them.
    order : int
        All tables of this many columns.
    also : iterable of iterables of str
        Further tables, each as a list of its columns.
    weight : str, optional
        The column that says how many people a row stands for.
    dialect : {"ansi", "duckdb", "postgres"}
        ``ansi`` needs nothing but GROUP BY and UNION ALL; the others count in one pass.
    suppress_below : int
        Smaller counts, except 0, are left blank.

    Examples
    --------
    >>> import pydrover
    >>> print(pydrover.tables_sql("people", ["sex", "work"], order=1))
    SELECT 'sex' AS "grouping", COALESCE(CAST("sex" AS VARCHAR(1000)), '') AS "sex", '' AS "work", CAST(COUNT(*) AS BIGINT) AS "count"
    FROM "people"
    GROUP BY COALESCE(CAST("sex" AS VARCHAR(1000)), '')
    UNION ALL
    SELECT 'work' AS "grouping", '' AS "sex", COALESCE(CAST("work" AS VARCHAR(1000)), '') AS "work", CAST(COUNT(*) AS BIGINT) AS "count"
    FROM "people"
    GROUP BY COALESCE(CAST("work" AS VARCHAR(1000)), '')
    ORDER BY 1, 2, 3
    """
    options = input_options(order=order, columns=tuple(columns), also=also, weight=weight)
    return _core.tables_sql(table, options.choice, dialect, suppress_below).rstrip().removesuffix(";")
