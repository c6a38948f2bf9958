"""What learns, in scikit-learn's manner."""
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris, make_moons
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from pydrover import HerdedRBM, HerdingClassifier, VotedPerceptron

CLASSIFIERS = [HerdingClassifier(), VotedPerceptron()]


@parametrize_with_checks([*CLASSIFIERS, HerdedRBM()])
def test_keeps_the_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", CLASSIFIERS, ids=lambda e: type(e).__name__)
def test_models_survive_pickle_and_joblib(estimator, tmp_path):
    X, y = load_iris(return_X_y=True)
    fitted = clone(estimator).fit(X, y)
    joblib.dump(fitted, tmp_path / "model.joblib")
    for copy in (pickle.loads(pickle.dumps(fitted)), joblib.load(tmp_path / "model.joblib")):
        assert (copy.predict_proba(X) == fitted.predict_proba(X)).all()


def test_machines_survive_pickle_and_learn_in_parts():
    X = np.repeat([[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0]], 10, axis=0)
    whole = HerdedRBM(4).fit(X)
    assert (pickle.loads(pickle.dumps(whole)).transform(X) == whole.transform(X)).all()
    parts = HerdedRBM(4).partial_fit(X[:20]).partial_fit(X[20:])
    assert parts.model_ == whole.model_ and parts.fit(X[:20]).model_ == HerdedRBM(4).fit(X[:20]).model_


@pytest.mark.parametrize("estimator", CLASSIFIERS, ids=lambda e: type(e).__name__)
def test_models_do_not_depend_on_threads(estimator):
    X, y = make_moons(100, noise=0.2, random_state=1)
    models = {clone(estimator).set_params(threads=threads).fit(X, y).model_ for threads in (1, 2)}
    assert len(models) == 1


def test_random_state_seeds_the_start():
    X, y = make_moons(100, noise=0.2, random_state=1)
    fit = lambda seed: HerdingClassifier(random_state=seed).fit(X, y).model_
    assert fit(1) == fit(1) != fit(2)
    assert fit(None) == fit(0)


def test_hidden_units_learn_what_a_perceptron_cannot():
    X, y = make_moons(400, noise=0.1, random_state=0)
    assert cross_val_score(HerdingClassifier(), X, y, cv=3).mean() > 0.95
    assert cross_val_score(VotedPerceptron(), X, y, cv=3).mean() < 0.92


def test_the_program_reads_the_model(program, tmp_path):
    X, y = load_iris(return_X_y=True, as_frame=True)
    fitted = HerdingClassifier(updates=500).fit(X, y)
    fitted.save(tmp_path / "iris.drover")
    X.to_csv(tmp_path / "iris.csv", index=False)
    program("predict", "iris.drover", "iris.csv", "-o", "labels.csv")
    labels = pd.read_csv(tmp_path / "labels.csv")
    assert (labels[labels.columns[0]].to_numpy() == fitted.predict(X)).all()


def test_partial_fit_learns_from_all_rows():
    X, y = load_iris(return_X_y=True)
    parts = VotedPerceptron()
    for part in (slice(0, None, 2), slice(1, None, 2)):
        parts.partial_fit(X[part], y[part], classes=[0, 1, 2])
    whole = VotedPerceptron().fit(np.vstack([X[::2], X[1::2]]), np.concatenate([y[::2], y[1::2]]))
    assert parts.model_ == whole.model_
    with pytest.raises(ValueError, match="classes: expected all classes"):
        VotedPerceptron().partial_fit(X, y)
    with pytest.raises(ValueError, match="y: expected classes"):
        parts.partial_fit(X[:1], [7])
    assert parts.partial_fit(X[:1], y[:1]).classes_.tolist() == [0, 1, 2]


def test_features_of_a_machine_help_in_a_pipeline():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (200, 6))
    y = X[:, 0] ^ X[:, 1]
    rbm = HerdedRBM(128, binarize=None)
    assert make_pipeline(rbm, LogisticRegression(max_iter=1000)).fit(X, y).score(X, y) > 0.9
    assert (rbm.fit(X).transform(X) == rbm.transform(X)).all()
    assert rbm.sample(5).shape == (5, 6)
    with pytest.raises(ValueError, match="expected only 0 and 1"):
        rbm.fit(X + 1)


def test_unusual_rows_score_lower():
    X = np.repeat([[1, 1, 0, 0], [0, 0, 1, 1]], 20, axis=0)
    scores = HerdedRBM(8).fit(X).score_samples([[1, 1, 0, 0], [1, 0, 1, 0]])
    assert scores[0] > scores[1]
