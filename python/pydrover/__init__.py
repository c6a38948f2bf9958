"""Tables in, people out: deterministic samples from moments, by herding.

`synth` makes rows of individuals whose tables match published ones, `tables` makes tables from individuals, `check`
measures rows against tables, `explain` says whether tables agree, `complete` fills blanks, `populate` makes households
with their persons for zones. `tables_sql` lets a database count; `cluster`, `dask` and `spark` are for data in parts. The same
input gives the same bytes on every machine, and the same as the program ``drover``. `HerdingClassifier`, `VotedPerceptron`
and `HerdedRBM` are scikit-learn estimators; `neuron`, `herd`, `dynamics` and `ising` compute orbits.
"""
import atexit
import importlib

from . import _core, dynamics, ising
from ._checks import CheckResult, Explanation, check, explain, tables
from ._errors import InputError
from ._inputs import Tables
from ._plot import Picture
from ._population import Population, populate
from ._report import Report, Result
from ._sql import tables_sql
from ._synthesis import Synthesis, complete, synth
from .dynamics import herd, neuron

__version__ = _core.version
__all__ = ["synth", "tables", "tables_sql", "check", "explain", "complete", "populate", "neuron", "herd", "dynamics",
           "ising", "Synthesis", "Tables", "CheckResult", "Explanation", "Population", "Result", "Report", "Picture",
           "InputError"]
_ESTIMATORS = ("HerdedRBM", "HerdingClassifier", "VotedPerceptron")
_CLUSTERS = ("cluster", "dask", "spark")


def __getattr__(name: str):
    """Load on first use: the estimators, which need scikit-learn, and the modules for clusters."""
    if name in _CLUSTERS:
        return importlib.import_module(f".{name}", __name__)
    if name in _ESTIMATORS:
        from . import estimators
        return getattr(estimators, name)
    raise AttributeError(f"module 'pydrover' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_ESTIMATORS, *_CLUSTERS])


atexit.register(_core.wait_for_work)
