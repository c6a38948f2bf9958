"""Every call that runs long: progress, Ctrl-C, time, memory, checkpoint, resume, and output in files.

Run as a program, it does a long run of one product, for the tests that interrupt it: jobs_test.py PRODUCT CHECKPOINT.
"""
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, NamedTuple

import numpy as np
import pandas as pd
import pytest

import pydrover
from pydrover import _core, dynamics

AGE_WORK = pd.DataFrame({"age": ["0-29", "0-29", "30+"], "work": ["yes", "no", "yes"], "count": [45, 25, 80]})
REGION_AGE = pd.DataFrame({"region": ["North", "North", "South", "South"], "age": ["0-29", "30+"] * 2,
                           "count": [40, 60, 30, 20]})
TABLES = {"region_age": REGION_AGE, "age_work": AGE_WORK}




def kept_folder(run: dict[str, Any]) -> pathlib.Path:
    """That of the checkpoint, where a resumed run finds its rows."""
    return pathlib.Path(run.get("checkpoint") or run.get("resume") or tempfile.mkdtemp()).parent


def synth(n: int, **run: Any) -> Any:
    return pydrover.synth(TABLES, n, **run)


def rows_of(people: pydrover.Synthesis) -> Any:
    return people.digest, people.to_csv(), people.fit.to_csv(), people.certificate


def synth_csv(n: int, **run: Any) -> bytes:
    path = kept_folder(run) / "people.csv"
    people = pydrover.synth(TABLES, n, output=path, **run)
    return people.digest, path.read_bytes(), people.fit.to_csv()


def synth_parquet(n: int, **run: Any) -> Any:
    pytest.importorskip("pyarrow")
    path = kept_folder(run) / "people.parquet"
    pydrover.synth(TABLES, n, output=path, **run)
    return path.read_bytes()


def partial(n: int) -> pd.DataFrame:
    ages, regions = np.array(["0-29", "30+", None]), np.array(["North", None, None, "South"])
    return pd.DataFrame({"name": np.arange(n), "age": ages[np.arange(n) % 3], "region": regions[np.arange(n) % 4]})


def complete(n: int, **run: Any) -> pd.DataFrame:
    return pydrover.complete(partial(n), TABLES, **run)


def complete_csv(n: int, **run: Any) -> bytes:
    path = kept_folder(run) / "filled.csv"
    assert pydrover.complete(partial(n), TABLES, output=path, **run) is None
    return path.read_bytes()


def populate(zone_count: int, repair: int = 1, **run: Any) -> pydrover.Population:
    zones = [f"z{k}" for k in range(zone_count)]
    homes = pd.DataFrame({"hh": np.arange(200), "size": np.arange(200) % 7 + 1, "income": np.arange(200) * 37 % 101})
    controls = [("all", "size > 0"), ("small", "size < 3"), ("poor", "income < 40"), ("rich", "income > 80")]
    frame = pd.DataFrame([(name, "zone", "households", text) for name, text in controls],
                         columns=["target", "geography", "seed_table", "expression"])
    totals = pd.DataFrame({"zone": zones, "all": 50, "small": 11, "poor": 23, "rich": 9})
    return pydrover.populate(homes, id="hh", geography=pd.DataFrame({"zone": zones}), controls=frame,
                             totals={"zone": totals}, repair=repair, **run)


def survey(tables: int, **run: Any) -> pd.DataFrame:
    return dynamics.survey(tables, states=[4], features=[2], steps=2000, **run)


def examples() -> tuple[np.ndarray, np.ndarray]:
    """Labels without a rule, so that nothing settles."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(500, 10)), rng.integers(0, 2, 500)


def estimator(name: str, **parameters: Any) -> Any:
    pytest.importorskip("sklearn")
    return getattr(pydrover, name)(threads=1, **parameters)


def fit(name: str, **parameters: Any) -> Callable[..., bytes]:
    def run(**keywords: Any) -> bytes:
        X, y = examples()
        return estimator(name, **parameters).fit(X, y, **keywords).model_
    return run


def tune(updates: int) -> Callable[..., Any]:
    def run(**keywords: Any) -> Any:
        tuned = estimator("HerdingClassifier", n_hidden=10).tune(*examples(), updates=updates, **keywords)
        return tuned.trials_, tuned.get_params()
    return run


class Product(NamedTuple):
    small: Callable[..., Any]  # a short run with the given keywords, and what is compared of its result
    long: Callable[..., Any]  # a run of minutes
    every: int  # units between two checkpoints of the short run, which do not divide its work
    other: Callable[..., Any]  # the short run with another seed
    large: Callable[..., Any]  # a run that needs more than 64 MB
    part: bool = True  # it has a result when the time is up
    resumes: bool = True


def wide_tables(**run: Any) -> Any:
    """Two columns of 5,000 values each."""
    values = [f"v{k}" for k in range(5000)]
    tables = {"ab": pd.DataFrame({"a": values, "b": values, "count": 1})}
    return pydrover.synth(tables, **run)


def wide_complete(**run: Any) -> Any:
    values = [f"v{k}" for k in range(5000)]
    tables = {"ab": pd.DataFrame({"a": values, "b": values, "count": 1})}
    return pydrover.complete(pd.DataFrame({"a": ["v1", None]}), tables, **run)


PRODUCTS = {
    "synth": Product(lambda **run: rows_of(synth(5_001, **run)), lambda **run: synth(10**9, **run), 1_000,
                     lambda **run: synth(5_001, seed=1, **run), wide_tables),
    "synth to CSV": Product(lambda **run: synth_csv(5_001, **run), lambda **run: synth_csv(10**9, **run), 1_000,
                            lambda **run: synth_csv(5_001, seed=1, **run), wide_tables),
    "synth to Parquet": Product(lambda **run: synth_parquet(5_001, **run), lambda **run: synth_parquet(10**9, **run), 0,
                                lambda **run: None, wide_tables, resumes=False),
    "complete": Product(lambda **run: complete(5_001, **run).to_csv(), lambda **run: complete(3_000_000, **run), 1_000,
                        lambda **run: complete(5_001, seed=1, **run), wide_complete, part=False),
    "complete to CSV": Product(lambda **run: complete_csv(5_001, **run), lambda **run: complete_csv(3_000_000, **run),
                               1_000, lambda **run: complete_csv(5_001, seed=1, **run), wide_complete, part=False),
    "populate": Product(lambda **run: populate(20, **run).digests, lambda **run: populate(4_000, 100, **run), 300,
                        lambda **run: populate(20, seed=1, **run), lambda **run: populate(100_000, **run)),
    "survey": Product(lambda **run: survey(3, **run).to_csv(), lambda **run: dynamics.survey(10_000, steps=20_000, **run), 2,
                      lambda **run: survey(3, seed=1, **run), lambda **run: dynamics.survey(1, steps=10**8, **run)),
    "HerdingClassifier": Product(fit("HerdingClassifier", n_hidden=10, updates=150, burn_in=20),
                                 fit("HerdingClassifier", updates=10**7, burn_in=1), 40,
                                 fit("HerdingClassifier", n_hidden=10, updates=150, burn_in=20, random_state=1),
                                 fit("HerdingClassifier", n_hidden=10**6)),
    "VotedPerceptron": Product(fit("VotedPerceptron", passes=3), fit("VotedPerceptron", passes=10**5), 400,
                               fit("VotedPerceptron", passes=3, random_state=1), fit("VotedPerceptron")),
    "HerdedRBM": Product(fit("HerdedRBM", n_components=10, steps=50), fit("HerdedRBM", steps=500_000), 20,
                         fit("HerdedRBM", n_components=10, steps=50, random_state=1), fit("HerdedRBM", n_components=10**6)),
    "tune": Product(tune(20), tune(20_000), 150, tune(21),
                    lambda **run: estimator("HerdingClassifier", n_hidden=10**6).tune(*examples(), **run)),
}
RESUMED = [name for name, product in PRODUCTS.items() if product.resumes]
LIMITED = [name for name in PRODUCTS if name != "VotedPerceptron"]  # its weights are few


@pytest.fixture(autouse=True)
def no_litter(tmp_path):
    """Nothing is left beside the files of the tests, once work that was stopped has ended."""
    yield
    deadline = time.monotonic() + 60
    while _core.work_count() > 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert _core.work_count() == 0
    assert [path.name for path in tmp_path.rglob("*") if "part" in path.name and "people.csv.part" != path.name
            and "filled.csv.part" != path.name] == []


@pytest.mark.parametrize("name", PRODUCTS)
def test_progress_is_told(name):
    told = []
    PRODUCTS[name].small(progress=lambda done, total: told.append((done, total)))
    assert told and told[-1][0] > 0 and told[-1][1] in (None, told[-1][0])
    assert all(a[0] <= b[0] for a, b in zip(told, told[1:]))


def ends_in_time(product: Product, **run: Any) -> None:
    """With what there is by then, or with a clear exception. A slow machine gets more time for the first unit."""
    for seconds in (1, 4, 16, 64):
        start = time.monotonic()
        try:
            assert product.long(time=f"{seconds}s", **run) is not None and product.part
            late = False
        except TimeoutError as error:
            assert str(error).startswith("time: it was up ")
            late = True
        assert time.monotonic() - start >= seconds
        if late != product.part:
            return
    raise AssertionError("no result after 64 seconds")


@pytest.mark.parametrize("name", PRODUCTS)
def test_time_ends_a_run(name):
    ends_in_time(PRODUCTS[name])


@pytest.mark.parametrize("name", PRODUCTS)
def test_set_up_counts_against_the_time(name):
    with pytest.raises(TimeoutError, match="^time: it was up"):
        PRODUCTS[name].long(time=1e-6)


@pytest.mark.parametrize("name", LIMITED)
def test_memory_is_limited(name):
    with pytest.raises(pydrover.InputError, match="64 MiB|memory"):
        PRODUCTS[name].large(memory="64M")


@pytest.mark.parametrize("name", RESUMED)
def test_a_resumed_run_gives_the_same(name, tmp_path):
    """The last checkpoint of a run is not of its end."""
    product, checkpoint = PRODUCTS[name], tmp_path / "a.job"
    straight = product.small()
    saved = product.small(checkpoint=checkpoint, checkpoint_every=product.every)
    resumed = product.small(resume=checkpoint)
    assert str(saved) == str(straight) and str(resumed) == str(straight)


@pytest.mark.parametrize("name", RESUMED)
def test_a_checkpoint_belongs_to_its_run(name, tmp_path):
    checkpoint = tmp_path / "a.job"
    product = PRODUCTS[name]
    product.small(checkpoint=checkpoint, checkpoint_every=product.every)
    with pytest.raises(pydrover.InputError, match="expected a checkpoint of the same run"):
        product.other(resume=checkpoint)
    for content in (b"", b"no checkpoint", checkpoint.read_bytes()[:-1]):
        checkpoint.write_bytes(content)
        with pytest.raises(pydrover.InputError, match="a.job"):
            product.small(resume=checkpoint)


@pytest.mark.parametrize("name", RESUMED)
def test_checkpoints_that_cannot_be_written_are_refused_at_once(name, tmp_path):
    (tmp_path / "file").write_text("")
    for checkpoint in (tmp_path / "absent" / "a.job", tmp_path / "file" / "a.job", tmp_path, tmp_path / ("x" * 5000)):
        with pytest.raises(OSError):
            PRODUCTS[name].long(checkpoint=checkpoint)
    with pytest.raises(FileNotFoundError):
        PRODUCTS[name].long(resume=tmp_path / "absent.job")


@pytest.mark.parametrize("name", PRODUCTS)
def test_ctrl_c_ends_a_run_and_keeps_its_checkpoint(name, tmp_path):
    product, checkpoint = PRODUCTS[name], tmp_path / "a.job"
    arguments = [str(checkpoint)] if product.resumes else []
    with subprocess.Popen([sys.executable, __file__, name, *arguments], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "runs\n"
        child.send_signal(signal.SIGINT)
        seconds = float(child.stdout.readline())
        assert child.wait(60) == 0
    assert seconds < 1
    assert checkpoint.exists() == product.resumes
    if product.resumes:
        ends_in_time(product, resume=checkpoint)


def interrupted(name: str, checkpoint: str | None) -> None:
    """Says when the run is under way, and how long it took to end: by the clock or of work, whichever is less. The clock
    runs on while others have the processors."""
    begun = []

    def tell(done: int, total: int | None) -> None:
        if done > 0 and not begun:
            begun.append(True)
            print("runs", flush=True)

    stopped: list[float] = []

    def stop(*_: Any) -> None:
        stopped.extend((time.monotonic(), time.process_time()))
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    try:
        PRODUCTS[name].long(progress=tell, **({} if checkpoint is None else {"checkpoint": checkpoint}))
    except KeyboardInterrupt:
        print(min(time.monotonic() - stopped[0], time.process_time() - stopped[1]), flush=True)


@pytest.mark.parametrize("keywords, message", [
    ({"time": 0}, 'time: expected more than 0 seconds, as 10, "10s", "5m" or "2h", got 0'),
    ({"time": "5 days"}, "time: expected more than 0 seconds"), ({"time": float("nan")}, "time: expected more than 0"),
    ({"memory": "1M"}, 'memory: expected 64M to 2^60 bytes, as "500M", "2G" or 1e9, got "1M"'),
    ({"memory": "2X"}, "memory: expected 64M"), ({"checkpoint": "-"}, 'checkpoint: expected a file, got "-"'),
    ({"checkpoint_every": 3}, "checkpoint_every: expected checkpoint with it, got none"),
    ({"checkpoint": "a.job", "checkpoint_every": 0}, "checkpoint_every: expected 1 to 10^12, got 0"),
    ({"output": "people.txt"}, 'output: expected a name that ends in .csv or .parquet, got "people.txt"')])
def test_keywords_are_checked_first(keywords, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pydrover.InputError) as caught:
        pydrover.synth("absent.csv", **keywords)
    assert message in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("keywords, message", [
    ({"time": [1]}, "synth: time: expected a number or a text, got list"),
    ({"memory": True}, "synth: memory: expected a number or a text, got True"),
    ({"checkpoint": 3}, "synth: checkpoint: expected a path, got 3"),
    ({"checkpoint_every": 1.5}, "synth: checkpoint_every: expected an integer, got 1.5")])
def test_keywords_of_another_type_are_type_errors(keywords, message):
    with pytest.raises(TypeError) as caught:
        pydrover.synth(TABLES, **keywords)
    assert str(caught.value) == message


def test_estimators_name_their_call():
    with pytest.raises(TypeError, match=r"^HerdedRBM.fit: resume: expected a path, got 3"):
        estimator("HerdedRBM").fit(*examples(), resume=3)
    with pytest.raises(TypeError, match=r"^HerdingClassifier.tune: time: expected a number or a text, got list"):
        estimator("HerdingClassifier").tune(*examples(), time=[])


def test_a_time_too_long_for_the_clock_is_none():
    assert len(synth(100, time=1e300)) == 100


# Rows that go straight to disk.

def test_output_has_the_bytes_of_the_program(program, tmp_path):
    for name, frame in TABLES.items():
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    program("synth", "region_age.csv", "age_work.csv", "-n", 5_001, "-o", "rows.csv")
    people = pydrover.synth(TABLES, 5_001, output=tmp_path / "people.csv")
    assert (tmp_path / "people.csv").read_bytes() == (tmp_path / "rows.csv").read_bytes()
    assert len(people) == 5_001 and people.digest == synth(5_001).digest
    assert people.fit.to_csv() == synth(5_001).fit.to_csv()
    assert "<html" in str(people.report) and repr(people) == repr(synth(5_001)) and people._repr_html_()


def test_rows_on_disk_are_certified(program, tmp_path):
    people = pydrover.synth(TABLES, 5_001, output=tmp_path / "people.csv")
    people.save(certificate=tmp_path / "cert.json", report=tmp_path / "report.html", inputs=tmp_path / "inputs")
    assert program("check", "--cert", "cert.json").startswith("certificate holds: 5001 rows")
    assert pydrover.check(tmp_path / "people.csv", TABLES, certificate=people.certificate).certificate_holds


def test_parquet_has_the_rows_in_blocks(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"group": rng.choice(["a", "b", None], 1000), "score": rng.normal(size=1000).round(3),
                          "income": rng.integers(0, 10_000, 1000)})
    n = 300_001
    people = pydrover.synth(frame, n, output=tmp_path / "people.parquet")
    kept = pydrover.synth(frame, n)
    kept.save(tmp_path / "kept.parquet")
    assert parquet.read_table(tmp_path / "people.parquet").equals(parquet.read_table(tmp_path / "kept.parquet"))
    assert parquet.read_metadata(tmp_path / "people.parquet").num_row_groups == 3
    assert people.digest == kept.digest and people.certificate == kept.certificate
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.parquet", "people.parquet"]


def test_what_needs_rows_says_where_they_are(tmp_path):
    import pickle
    people = pydrover.synth(TABLES, output=tmp_path / "people.csv")
    for ask in (lambda: people.rows, lambda: people.codes("age"), people.cells, people.to_csv,
                lambda: people.save(tmp_path / "other.csv")):
        with pytest.raises(pydrover.InputError, match='expected rows in memory, got rows that went to ".*people.csv"'):
            ask()
    copy = pickle.loads(pickle.dumps(people))
    assert copy.digest == people.digest and copy.fit.equals(people.fit) and copy.certificate == people.certificate


def test_output_of_a_run_that_fails_is_removed(tmp_path):
    def fail(done: int, total: int | None) -> None:
        raise RuntimeError("enough")

    for name in ("people.csv", "people.parquet"):
        with pytest.raises(RuntimeError, match="enough"):
            pydrover.synth(TABLES, 10**9, output=tmp_path / name, progress=fail)
    _core.wait_for_work()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError):
        pydrover.synth(TABLES, output=tmp_path / "absent" / "people.csv")
    with pytest.raises(OSError):
        pydrover.synth(TABLES, output=tmp_path / "absent" / "people.parquet")


def test_rows_in_memory_stay_few(tmp_path):
    """30 million rows would take 240 MB."""
    code = ("import resource, sys, pandas as pd, pydrover; "
            "t = pd.DataFrame({'age': ['0-29', '30+'], 'work': ['yes', 'no'], 'count': [45, 25]}); "
            "pydrover.synth({'t': t}, 1000); before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; "
            "pydrover.synth({'t': t}, 30_000_000, output=sys.argv[1]); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)")
    run = subprocess.run([sys.executable, "-c", code, tmp_path / "people.csv"], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 100_000  # KiB


def test_parquet_cannot_be_resumed(tmp_path):
    pytest.importorskip("pyarrow")
    with pytest.raises(pydrover.InputError, match="^checkpoint: expected output that ends in .csv, or none"):
        pydrover.synth(TABLES, output=tmp_path / "people.parquet", checkpoint=tmp_path / "a.job")
    assert list(tmp_path.iterdir()) == []


def test_populations_go_to_a_folder(tmp_path):
    made = populate(20, output=tmp_path / "out")
    populate(20).save(tmp_path / "saved")
    names = {path.name for path in (tmp_path / "saved").iterdir()}
    assert names == {path.name for path in (tmp_path / "out").iterdir()} >= {"households.csv", "certificate.json"}
    for name in names:
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "saved" / name).read_bytes()
    assert made.digests == populate(20).digests


if __name__ == "__main__":
    interrupted(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
