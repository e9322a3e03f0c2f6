"""`crownbridge --version --verbose`: system information for a bug report."""

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from crownbridge import __version__, _core
from crownbridge.engines.provider import provider_of
from crownbridge.games import available
from crownbridge.players.process import Sandbox
from crownbridge.web.static_files import STATIC

_CPU_FEATURES = (
    *("popcnt", "sse4_2", "avx", "avx2", "bmi2", "fma", "avx512f", "avx512_vnni", "avx_vnni", "amx_int8"),
    *("asimd", "asimddp", "i8mm", "sve"),
)
"""CPU features that affect the engines' speed, as named by the kernel, for x86-64 and ARM."""


def describe() -> str:
    """Return versions, CPU features and the sandbox, one per line."""
    rows = {
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": ", ".join([_distribution(), platform.platform(), " ".join(platform.libc_ver())]),
        "CPU": f"{_cpu_model()}, {len(os.sched_getaffinity(0))} cores: {' '.join(_cpu_features())}",
        "native core": Path(_core.__file__).name,
        **{f"{game} {part}": text for game in available() for part, text in provider_of(game).details.items()},
        "pages": "built" if (STATIC / "index.html").is_file() else "missing",
        "sandbox": Sandbox.AUTO.described(),
        "packages": ", ".join(_packages()),
    }
    return "\n".join([f"crownbridge {__version__}", *(f"{name}: {text}" for name, text in rows.items())])


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return "unknown distribution"


def _cpu_information() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _cpu_model() -> str:
    model = re.search(r"^model name\s*: (.+)$", _cpu_information(), re.MULTILINE)
    return model[1] if model else "unknown model"


def _cpu_features() -> list[str]:
    flags = re.search(r"^(?:flags|Features)\s*: (.+)$", _cpu_information(), re.MULTILINE)
    present = set(flags[1].split()) if flags else set()
    return [feature for feature in _CPU_FEATURES if feature in present]


def _packages() -> list[str]:
    """Return the installed dependencies of Crownbridge, including optional ones."""
    names = {re.split(r"[^\w-]", requirement)[0] for requirement in requires("crownbridge") or []}
    return [f"{name} {_version(name)}" for name in sorted(names) if _version(name)]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
