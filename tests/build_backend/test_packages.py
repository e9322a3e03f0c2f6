"""What a wheel and a source distribution contain, and that none can be made without the pages."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import backend
import pages
import pytest
from scikit_build_core import build

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "build/tools/bin"
SHIPPED = (
    *("bin/supervisor", "lib/libhex.so", "lib/libhex.a", "lib/pkgconfig/hex.pc", "include/hex/hex.h"),
    *("tables/checkers-2.table", "tables/checkers-4.table", "tables/checkers-5.table", "py.typed"),
    *("engines/checkers/network.bin", "engines/checkers/network-kth.bin"),
    *("engines/hex/network.bin", "engines/hex/network.json"),
    *("web/static/index.html", "reports/static/report.js", "reports/static/report.css"),
)


def built(kind: str, folder: Path) -> Path:
    """Build a distribution of the checkout with the tools that `make` installed."""
    program = f"import backend; backend.build_{kind}({str(folder)!r})"
    variables = {"PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "build_backend")}
    subprocess.run([TOOLS / "python", "-c", program], cwd=ROOT, env={**os.environ, **variables}, check=True)
    [file] = folder.iterdir()
    return file


def test_a_wheel_is_complete(tmp_path: Path) -> None:
    wheel = built("wheel", tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {f"crownbridge/{name}" for name in SHIPPED} <= set(names)
    assert any(name.endswith(".data/scripts/hexmon") for name in names)
    assert any(name.startswith("crownbridge/web/static/assets/index-") and name.endswith(".js") for name in names)
    [core] = [name for name in names if name.startswith("crownbridge/_core.") and name.endswith(".so")]
    if sys.version_info < (3, 12):
        assert ".cpython-311-" in core
        assert "-cp311-cp311-linux" in wheel.name
    else:
        assert core == "crownbridge/_core.abi3.so"
        assert "-cp312-abi3-linux" in wheel.name


def test_a_source_distribution_needs_neither_git_nor_node(tmp_path: Path) -> None:
    subprocess.run(["tar", "-xf", built("sdist", tmp_path), "-C", tmp_path], check=True)  # noqa: S607 (a part of any system)
    [source] = [folder for folder in tmp_path.iterdir() if folder.is_dir()]
    for name in ("CMakeLists.txt", "build_backend/backend.py", "cpp/core/random.hpp", "supervisor/supervisor.c"):
        assert (source / name).is_file()
    program = "import pages; assert pages.up_to_date(); pages.build()"
    variables = {"PATH": "", "PYTHONPATH": str(source / "build_backend")}
    subprocess.run([sys.executable, "-c", program], cwd=source, env=variables, check=True)


@pytest.mark.parametrize("kind", ["wheel", "editable", "sdist"])
def test_nothing_is_built_without_pages(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(pages, "up_to_date", lambda: False)
    monkeypatch.setattr(pages, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(build, f"build_{kind}", lambda *_: pytest.fail("built without the pages"))
    assert pages.NODE_REQUIREMENT in getattr(backend, f"get_requires_for_build_{kind}")()
    with pytest.raises(SystemExit, match=r"the pages could not be built: the pages need Node\.js 20\.19, 22\.12"):
        getattr(backend, f"build_{kind}")("nowhere")


def test_cmake_alone_stops_when_the_pages_are_missing(tmp_path: Path) -> None:
    for name in ("CMakeLists.txt", "libhex/hex.pc.in", "libhex/include/hex/hex.h"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    done = subprocess.run(
        [
            TOOLS / "cmake",
            "-G",
            "Ninja",
            f"-DCMAKE_MAKE_PROGRAM={TOOLS / 'ninja'}",
            "-S",
            tmp_path,
            "-B",
            tmp_path / "b",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "The pages are missing (src/crownbridge/web/static/index.html)" in done.stderr
