"""Estimators for scikit-learn: `HerdingClassifier`, `VotedPerceptron`, `HerdedRBM`.

How a single call is run (its progress, time, checkpoints) is said by keywords of that call, as everywhere in pydrover; what
shapes the model is a parameter of the estimator.

All of them are deterministic: the same data give the same model on every machine, for any number of threads. A model is
bytes (``model_``), so estimators can be pickled; ``drover predict`` reads the models of the classifiers. Everywhere `X` is
an array of shape (n_samples, n_features), one row per case, and `y` one of shape (n_samples,).
"""
from __future__ import annotations

import contextlib
import os
from typing import Any, Callable, Iterator

import numpy as np

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
    from sklearn.utils.multiclass import check_classification_targets, unique_labels
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as error:
    raise ImportError("pydrover.estimators needs scikit-learn 1.6 or later: pip install scikit-learn") from error

from . import _core
from ._arguments import WrongType, integer, number, path, text
from ._errors import InputError
from ._frames import text_of
from ._progress import reporting
from ._report import write_files
from ._runs import long_call, long_run

__all__ = ["HerdedRBM", "HerdingClassifier", "VotedPerceptron"]


def _seed(random_state: Any) -> int:
    """An integer of at least 0. It seeds starts and orders; nothing else is random."""
    if random_state is None:
        return 0
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31))
    number = integer("random_state", random_state)
    if number < 0:
        raise InputError(f"random_state: expected an integer of at least 0, got {number}")
    return number


def _named(owner: str, rule: Callable[[str, Any], Any], name: str, value: Any) -> Any:
    """The result of the rule for a parameter; a TypeError names its owner."""
    try:
        return rule(name, value)
    except WrongType as error:
        raise TypeError(f"{owner}: {error}") from None


_PARAMETERS = {
    "procedure": """procedure : {"joint", "ova"}
        How more than two classes are learned: by one system, or one versus all, a system per class.""",
    "common": """random_state : int, RandomState or None
        Seeds the start weights and the order of the cases, nothing else; None is 0.
    threads : int
        0 for as many as the machine has; nothing depends on it.""",
    "model": """classes_ : ndarray
    model_ : bytes
        The model, in the format drover.fit/1.
    n_iter_ : int
        Updates that were made.""",
}


def _documented(cls: type) -> type:
    """Insert the parameters that several estimators share into a docstring."""
    for name, text in _PARAMETERS.items():
        cls.__doc__ = cls.__doc__.replace(f"<{name}>", text)
    return cls


class _Learner(BaseEstimator):
    """An estimator that keeps the rows of all calls of partial_fit, and learns from all of them."""

    _seen = None
    _integers: tuple[str, ...] = ("batch_size", "threads")  # parameters that are integers
    _numbers: tuple[str, ...] = ()
    _texts: tuple[str, ...] = ()
    _other_names: dict[str, str] = {}  # parameters that messages call otherwise

    @contextlib.contextmanager
    def _run(self, call: str, unit: str, *, progress: Any, time: Any, memory: Any, checkpoint: Any, checkpoint_every: Any,
             resume: Any) -> Iterator[_core.LongRun]:
        """A run of a call with these keywords; a TypeError names estimator and call."""
        owner = f"{type(self).__name__}.{call}"
        rules = {"checkpoint": (path, checkpoint), "checkpoint_every": (integer, checkpoint_every), "resume": (path, resume)}
        given = {name: None if value is None else _named(owner, rule, name, value) for name, (rule, value) in rules.items()}
        try:
            with long_run(unit, progress=progress, time=time, memory=memory, threads=self.threads, **given) as run:
                yield run
        except WrongType as error:
            raise TypeError(f"{owner}: {error}") from None
        except InputError as error:
            if error.argument in self._other_names:
                name = self._other_names[error.argument]
                error.args = (name + str(error).removeprefix(error.argument),)
                error.argument = name
            raise

    def _check_parameters(self) -> None:
        """A TypeError names estimator and parameter, what was expected and what came."""
        for names, rule in ((self._integers, integer), (self._numbers, number), (self._texts, text)):
            for name in names:
                _named(type(self).__name__, rule, name, getattr(self, name))
        _named(type(self).__name__, lambda _, value: _seed(value), "random_state", self.random_state)

    def _kept(self, *parts: np.ndarray) -> tuple[np.ndarray, ...]:
        """The rows of all calls of partial_fit so far, including these."""
        if self._seen is not None:
            parts = tuple(np.concatenate(both) for both in zip(self._seen, parts))
        self._seen = parts
        return parts

    def _checked(self, X: Any) -> Any:
        """Rows for a fitted estimator, checked."""
        check_is_fitted(self, "model_")
        return validate_data(self, X, dtype=np.float64, reset=False)


class _Voted(ClassifierMixin, _Learner):
    """A classifier in which the weights of all updates vote."""

    _texts = ("procedure",)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags

    @long_call("updates", "The updates made by then vote; if none does yet, it is a ``TimeoutError``.")
    def fit(self, X, y, *, progress=None, time=None, memory=None, checkpoint=None, checkpoint_every=None, resume=None):
        """Learn from rows of numbers and their classes; earlier learning is forgotten.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
        y : array of shape (n_samples,)
        <run>
        """
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        check_classification_targets(y)
        self._seen = None
        return self._fit("fit", X, y, unique_labels(y), progress=progress, time=time, memory=memory, checkpoint=checkpoint,
                         checkpoint_every=checkpoint_every, resume=resume)

    def partial_fit(self, X, y, classes=None, *, progress=None, time=None, memory=None, checkpoint=None,
                    checkpoint_every=None, resume=None):
        """Learn from further rows: those of all calls since the last `fit` are kept, and it learns from them anew.

        `classes` are all classes that will occur; they are needed in the first call, unless `fit` was called before. The
        other keywords are those of `fit`.
        """
        first = self._seen is None
        X, y = validate_data(self, X, y, dtype=np.float64, reset=first)
        check_classification_targets(y)
        if first and classes is None:
            classes = getattr(self, "classes_", None)
            if classes is None:
                raise ValueError("classes: expected all classes in the first call of partial_fit, got None")
        classes = np.unique(classes) if first else self.classes_
        unknown = np.setdiff1d(y, classes)
        if len(unknown) > 0:
            raise ValueError(f"y: expected classes {list(classes)}, got {unknown[0]!r}")
        return self._fit("partial_fit", *self._kept(X, y), classes, progress=progress, time=time, memory=memory,
                         checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume)

    def _fit(self, call, X, y, classes, **keywords):
        self._check_parameters()
        self.__dict__.pop("model_", None)
        self.classes_ = classes
        model, updates = None, 0
        with self._run(call, "updates", **keywords) as run:
            examples = self._training_set(X, y, classes)
            if len(classes) > 1:
                names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(X.shape[1])])
                most = self._updates(len(X))
                model, updates = _core.fit_voted(examples, [str(name) for name in names], self.mean_.tolist(),
                                                 self.deviation_.tolist(), self._options(), most, run,
                                                 self._texts_of(updates=most))
        self.model_, self.n_iter_ = model, updates
        return self

    def _training_set(self, X, y, classes) -> _core.TrainingSet:
        self.mean_ = X.mean(axis=0)
        deviation = X.std(axis=0)
        self.deviation_ = np.where(deviation > 0, deviation, 1.0)
        labels = np.searchsorted(classes, y).astype(np.uint32)
        return _core.training_set(self._inputs(X), labels.tolist(), [str(name) for name in classes])

    def _texts_of(self, **also) -> list[tuple[str, str]]:
        """What the model depends on besides the rows, for checkpoints."""
        parameters = {name: value for name, value in self.get_params().items() if name not in ("threads", "random_state")}
        parameters.update(seed=_seed(self.random_state), **also)
        return [(name, text_of(value)) for name, value in sorted(parameters.items())]

    def _inputs(self, X):
        """Mean 0 and standard deviation 1, on a grid, as ``drover fit`` codes numbers."""
        scaled = np.clip((X - self.mean_) / self.deviation_ * _core.input_grid, -_core.input_limit, _core.input_limit)
        return np.ascontiguousarray(np.trunc(scaled + np.copysign(0.5, scaled)), dtype=np.int32)

    def predict_proba(self, X, *, progress=None):
        """The share of the votes that each class gets: an array of shape (n_samples, n_classes)."""
        X = self._checked(X)
        if self.model_ is None:
            return np.ones((len(X), 1))
        with reporting(progress, "weights") as tell:
            shares = _core.vote(self.model_, self._inputs(X), 0, self.threads, tell)
        return shares.reshape(len(X), len(self.classes_))

    def predict(self, X, *, progress=None):
        """The class with the most votes, on ties the first: an array of shape (n_samples,)."""
        votes = self.predict_proba(X, progress=progress)
        return self.classes_[np.argmax(votes, axis=1)]

    def _options(self) -> _core.VotedOptions:
        options = _core.VotedOptions()
        options.hidden_count = 0
        options.burn_in = 0
        options.batch_size = self.batch_size
        options.seed = _seed(self.random_state)
        options.set_procedure(self.procedure)
        return options

    def save(self, path: str | os.PathLike) -> None:
        """Write the model as a file for ``drover predict`` and ``drover evaluate``."""
        check_is_fitted(self, "model_")
        if self.model_ is None:
            raise InputError("save: expected a model of at least two classes, got one")
        write_files({path: self.model_})


@_documented
class HerdingClassifier(_Voted):
    """Conditional herding: a classifier with hidden units, in which the weights of all updates vote.

    Gelfand, Chen, van der Maaten & Welling (2010). The model is not the last set of weights: the
    weights after every update vote.

    Parameters
    ----------
    n_hidden : int
        Hidden units.
    updates : int
        The maximum number of updates; training ends after a complete pass without mistakes.
    burn_in : int
        Updates before votes count.
    batch_size : int
        Cases per update.
    input_scale, rate, label_rate, hidden_bias_rate, label_bias_rate : float
        Scales and rates, as the options of ``drover fit``.
    <procedure>
    <common>

    Attributes
    ----------
    <model>

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> from pydrover import HerdingClassifier
    >>> X, y = make_moons(200, noise=0.1, random_state=0)
    >>> HerdingClassifier().fit(X[:100], y[:100]).score(X[100:], y[100:]) > 0.95
    True
    """

    _integers = ("n_hidden", "updates", "burn_in", "batch_size", "threads")
    _numbers = ("input_scale", "rate", "label_rate", "hidden_bias_rate", "label_bias_rate")

    def __init__(self, *, n_hidden=50, updates=2000, burn_in=200, batch_size=100, input_scale=2.5, rate=3.0,
                 label_rate=1.0, hidden_bias_rate=1.0, label_bias_rate=1.0, procedure="joint", random_state=None,
                 threads=0):
        self.n_hidden = n_hidden
        self.updates = updates
        self.burn_in = burn_in
        self.batch_size = batch_size
        self.input_scale = input_scale
        self.rate = rate
        self.label_rate = label_rate
        self.hidden_bias_rate = hidden_bias_rate
        self.label_bias_rate = label_bias_rate
        self.procedure = procedure
        self.random_state = random_state
        self.threads = threads

    @long_call("updates", "The best of the trials made by then is kept; if there is none yet, it is a ``TimeoutError``.")
    def tune(self, X, y, *, updates=None, progress=None, time=None, memory=None, checkpoint=None, checkpoint_every=None,
             resume=None):
        """Search for scales and rates that have fewer errors on rows that were held out, as ``drover fit --tune`` does.

        The best become parameters of this estimator; call `fit` afterwards. The attribute ``trials_`` lists what was
        tried, with its error and whether it was kept.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
        y : array of shape (n_samples,)
        updates : int, optional
            Updates per trial; if not given, so many that the search takes about as long as `fit`.
        <run>

        Examples
        --------
        >>> from sklearn.datasets import make_moons
        >>> from pydrover import HerdingClassifier
        >>> X, y = make_moons(200, noise=0.1, random_state=0)
        >>> tuned = HerdingClassifier(updates=300, burn_in=100).tune(X, y).fit(X, y)
        >>> tuned.trials_[0][0]
        'as given'
        """
        self._check_parameters()
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        check_classification_targets(y)
        if updates is None:
            updates = max(self.updates // 10, min(self.updates, 2000))
        updates = _named("HerdingClassifier.tune", integer, "updates", updates)
        with self._run("tune", "updates", progress=progress, time=time, memory=memory, checkpoint=checkpoint,
                       checkpoint_every=checkpoint_every, resume=resume) as run:
            examples = self._training_set(X, y, unique_labels(y))
            best, self.trials_ = _core.tune_voted(examples, self._options(), updates, run, self._texts_of(updates=updates))
        return self.set_params(**{name: getattr(best, name) for name in self._numbers})

    def _updates(self, row_count: int) -> int:
        return self.updates

    def _options(self) -> _core.VotedOptions:
        options = super()._options()
        options.hidden_count = self.n_hidden
        options.burn_in = self.burn_in
        options.input_scale = self.input_scale
        options.rate = self.rate
        options.label_rate = self.label_rate
        options.hidden_bias_rate = self.hidden_bias_rate
        options.label_bias_rate = self.label_bias_rate
        return options


@_documented
class VotedPerceptron(_Voted):
    """The voted perceptron of Freund & Schapire (1999): the weights after every step vote.

    Parameters
    ----------
    passes : int
        The maximum number of passes over the rows; training ends after one without mistakes.
    batch_size : int
        Rows that are classified with the same weights before their updates are added.
    <procedure>
    <common>

    Attributes
    ----------
    <model>

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from pydrover import VotedPerceptron
    >>> X, y = load_iris(return_X_y=True)
    >>> VotedPerceptron().fit(X, y).score(X, y) > 0.9
    True
    """

    _integers = ("passes", "batch_size", "threads")

    def __init__(self, *, passes=10, batch_size=1, procedure="joint", random_state=None, threads=0):
        self.passes = passes
        self.batch_size = batch_size
        self.procedure = procedure
        self.random_state = random_state
        self.threads = threads

    def _updates(self, row_count: int) -> int:
        return max(1, self.passes * -(-row_count // max(1, self.batch_size)))


@_documented
class HerdedRBM(TransformerMixin, _Learner):
    """A herded restricted Boltzmann machine: features of binary rows, samples, and how typical a row is.

    The model is the orbit of its weights; calls continue a copy of that orbit.

    Parameters
    ----------
    n_components : int
        Hidden units, the number of features.
    steps : int
        Steps of training.
    feature_steps : int
        Steps over which the hidden units of a row are averaged.
    binarize : float or None
        Numbers above it are 1; None for data that are 0 and 1 already.
    batch_size : int
        Cases per step; 0: all.
    <common>

    Attributes
    ----------
    model_ : bytes
        The model, in the format drover.rbm/2, which ``drover rbm`` reads.
    n_iter_ : int
        Steps that were taken.

    Examples
    --------
    >>> import numpy as np
    >>> from pydrover import HerdedRBM
    >>> X = np.repeat([[1, 1, 0, 0], [0, 0, 1, 1]], 20, axis=0)
    >>> rbm = HerdedRBM(n_components=3).fit(X)
    >>> rbm.transform(X).shape
    (40, 3)
    >>> set(map(tuple, rbm.sample(100).tolist())) >= {(1, 1, 0, 0), (0, 0, 1, 1)}
    True
    """

    _other_names = {"n_hidden": "n_components"}
    _integers = ("n_components", "steps", "feature_steps", "batch_size", "threads")

    def __init__(self, n_components=64, *, steps=500, feature_steps=100, binarize=0.0, batch_size=0,
                 random_state=None, threads=0):
        self.n_components = n_components
        self.steps = steps
        self.feature_steps = feature_steps
        self.binarize = binarize
        self.batch_size = batch_size
        self.random_state = random_state
        self.threads = threads

    @long_call("steps", "The model has the steps taken by then; if there are none yet, it is a ``TimeoutError``.")
    def fit(self, X, y=None, *, progress=None, time=None, memory=None, checkpoint=None, checkpoint_every=None, resume=None):
        """Train the machine on rows.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
        y : ignored
        <run>
        """
        self._seen = None
        return self._fit("fit", self._bits(X, reset=True), progress=progress, time=time, memory=memory,
                         checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume)

    def partial_fit(self, X, y=None, *, progress=None, time=None, memory=None, checkpoint=None, checkpoint_every=None,
                    resume=None):
        """Learn from further rows: those of all calls since the last `fit` are kept, and it learns from them anew. The
        keywords are those of `fit`."""
        return self._fit("partial_fit", *self._kept(self._bits(X, reset=self._seen is None)), progress=progress, time=time,
                         memory=memory, checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume)

    def _fit(self, call, bits, **keywords):
        self._check_parameters()
        options = _core.RbmOptions()
        options.hidden_count = self.n_components
        options.batch_size = self.batch_size
        options.seed = _seed(self.random_state)
        self.__dict__.pop("model_", None)
        with self._run(call, "steps", **keywords) as run:
            self.model_, self.n_iter_ = _core.fit_rbm(bits, options, self.steps, run)
        self.n_features_out_ = self.n_components
        return self

    def _bits(self, X, reset=False):
        X = validate_data(self, X, dtype=np.float64, reset=True) if reset else self._checked(X)
        if self.binarize is not None:
            _named(type(self).__name__, number, "binarize", self.binarize)
            return np.ascontiguousarray(X > self.binarize, dtype=np.uint8)
        if not np.isin(X, (0, 1)).all():
            raise ValueError("X: expected only 0 and 1 (binarize=None), got other numbers")
        return np.ascontiguousarray(X, dtype=np.uint8)

    def transform(self, X, *, progress=None):
        """Averages of the hidden units of each row, -1 to 1: an array of shape (n_samples, n_components)."""
        bits = self._bits(X)
        with reporting(progress, "steps") as tell:
            features = _core.rbm_features(self.model_, bits, self.feature_steps, self.threads, tell)
        return features.reshape(len(bits), self.n_features_out_)

    def get_feature_names_out(self, input_features=None):
        """Names of the features: herdedrbm0, herdedrbm1, ..."""
        check_is_fitted(self, "model_")
        return np.array([f"herdedrbm{k}" for k in range(self.n_features_out_)], dtype=object)

    def score_samples(self, X, *, progress=None):
        """How typical each row is: minus its standardised energy, averaged over steps, an array of shape (n_samples,)."""
        bits = self._bits(X)
        with reporting(progress, "steps") as tell:
            return -_core.rbm_scores(self.model_, bits, self.feature_steps, self.threads, tell)

    def sample(self, n_samples=1, *, progress=None):
        """Fantasies of the following steps, an array of shape (n_samples, n_features); the model does not change."""
        check_is_fitted(self, "model_")
        n_samples = _named("sample", integer, "n_samples", n_samples)
        with reporting(progress, "samples") as tell:
            found = _core.rbm_samples(self.model_, n_samples, self.threads, tell)
        return found.reshape(n_samples, self.n_features_in_)
