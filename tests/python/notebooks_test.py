"""The notebooks run from top to bottom, and say what is in them."""
import pathlib
import sys

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples/notebooks"


def words_of(notebook):
    """What each cell prints or shows, as text."""
    return [[output.get("text") or output.get("data", {}).get("text/plain") for output in cell.outputs
             if output.get("name") != "stderr"] for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_runs(path, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    kernel = tmp_path / "kernels/python3"
    kernel.mkdir(parents=True)
    arguments = f'["{sys.executable}", "-m", "ipykernel_launcher", "-f", "{{connection_file}}"]'
    (kernel / "kernel.json").write_text(f'{{"argv": {arguments}, "display_name": "here", "language": "python"}}')
    notebook = nbformat.read(path, as_version=4)
    expected = words_of(notebook)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3",
                            resources={"metadata": {"path": str(FOLDER)}}).execute()
    assert words_of(notebook) == expected
