"""The files for containers, continuous integration and contributors agree with the rest of the repository."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from crownbridge.cli.commands import app

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = [ROOT / ".github/ISSUE_TEMPLATE/bug.yml", ROOT / ".github/ISSUE_TEMPLATE/feature.yml"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
GUIDE = (ROOT / "docs/container.md").read_text(encoding="utf-8")


def parsed(name: str) -> Any:
    """Return a YAML file's content."""
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def instruction(name: str) -> list[str]:
    """Return the arguments of a Dockerfile's instruction in JSON form, the last of that name."""
    found: list[str] = json.loads(re.findall(rf"^{name} [^\[\n]*(\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])
    return found


def steps(workflow: Path) -> list[dict[str, Any]]:
    """Return the steps of all jobs of a workflow."""
    return [step for job in parsed(str(workflow))["jobs"].values() for step in job["steps"]]


def test_the_gate_runs_the_oldest_and_the_newest_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    locked = re.findall(r"\b(3\.\d+)\.0\b", makefile)
    versions = parsed(".github/workflows/gate.yml")["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert versions[0] == locked[0] == project["requires-python"].removeprefix(">=")
    assert versions[-1] == locked[-1]


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    commands = [step.get("run", "") for workflow in WORKFLOWS for step in steps(workflow)]
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    template = (ROOT / ".github/pull_request_template.md").read_text(encoding="utf-8")
    text = "\n".join([*commands, container["postCreateCommand"], template])
    called = set(re.findall(r"\bmake ([a-z-]+)", text))
    assert called == {"check", "develop", "test", "test-training"}
    assert called <= targets


def test_the_dockerfile_copies_what_exists_and_is_not_ignored() -> None:
    copied = [name for line in re.findall(r"^COPY (?!--)(.*) \S+$", DOCKERFILE, re.MULTILINE) for name in line.split()]
    assert "src" in copied
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    allowed = set(re.findall(r"^!(.*)$", ignored, re.MULTILINE))
    assert {Path(name).parts[0] for name in copied} == allowed
    for name in copied:
        assert (ROOT / name).exists(), name


def test_the_image_copies_everything_that_the_package_is_built_from() -> None:
    import environment  # noqa: PLC0415 (of the build backend)

    sources = {*environment.NATIVE_FOLDERS, *(Path(name).parts[0] for name in environment.NATIVE_SOURCES)}
    copied = set(re.findall(r"\b[\w.]+\b", "\n".join(re.findall(r"^COPY (?!--)(.*)$", DOCKERFILE, re.MULTILINE))))
    assert sources | {"ui"} <= copied


@pytest.mark.parametrize(
    "command", [instruction("CMD"), shlex.split(parsed("compose.yaml")["services"]["server"]["command"])]
)
def test_the_server_has_the_options_that_containers_use(command: list[str]) -> None:
    assert command[:4] == ["crownbridge", "serve", "--host", "0.0.0.0"]  # noqa: S104 (compared, not bound)
    done = CliRunner().invoke(app, command[1:], env={"CROWNBRIDGE_TOKEN": ""})
    assert "CROWNBRIDGE_TOKEN" in str(done.exception)


def test_the_health_check_is_a_program() -> None:
    python, option, program = instruction("HEALTHCHECK")
    assert (python, option) == ("python", "-c")
    compile(program, "Dockerfile", "exec")
    assert "/api/catalogue" in program
    assert re.search(r"^EXPOSE 8000$", DOCKERFILE, re.MULTILINE)


def test_compose_keeps_data_in_volumes_and_needs_secrets() -> None:
    compose = parsed("compose.yaml")
    services = compose["services"]
    kept = [volume.split(":")[0] for service in services.values() for volume in service["volumes"]]
    assert sorted(kept) == sorted(compose["volumes"])
    assert services["server"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    secrets = {**services["server"]["environment"], **services["database"]["environment"]}
    for name in ("CROWNBRIDGE_TOKEN", "PGPASSWORD", "POSTGRES_PASSWORD"):
        assert ":?" in secrets[name]
    variables = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    assert variables == set(re.findall(r"^\| `(\w+)` \|", GUIDE.partition("## With PostgreSQL")[2], re.MULTILINE))


def test_the_guide_runs_the_server_as_the_image_does() -> None:
    commands = re.findall(r"crownbridge serve .*", GUIDE.replace("\\\n", ""))
    assert commands
    for command in commands:
        assert shlex.split(command)[: len(instruction("CMD"))] == instruction("CMD")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_limited(workflow: Path) -> None:
    content = parsed(str(workflow))
    assert content["permissions"] == {"contents": "read"}
    for name, job in content["jobs"].items():
        assert job["timeout-minutes"] <= 60, name


def test_cibuildwheel_builds_for_the_oldest_python_and_the_stable_abi() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    stable = tools["scikit-build"]["wheel"]["py-api"]
    assert [build.partition("-")[0] for build in tools["cibuildwheel"]["build"]] == ["cp311", stable]


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.name)
def test_an_issue_form_has_fields_with_distinct_names(form: Path) -> None:
    fields = [field["id"] for field in parsed(str(form))["body"]]
    assert len(fields) == len(set(fields)) >= 2


def test_a_bug_report_asks_for_an_existing_command() -> None:
    [command] = re.findall(r"`crownbridge (.*?)`", FORMS[0].read_text(encoding="utf-8"))
    assert CliRunner().invoke(app, shlex.split(command)).exit_code == 0


def test_dependabot_looks_where_the_dependencies_are() -> None:
    files = {
        "pip": "run.txt",
        "npm": "package-lock.json",
        "github-actions": ".github/workflows",
        "docker": "Dockerfile",
    }
    updates = {
        update["package-ecosystem"]: update["directory"] for update in parsed(".github/dependabot.yml")["updates"]
    }
    assert updates.keys() == files.keys()
    for ecosystem, folder in updates.items():
        assert (ROOT / folder.lstrip("/") / files[ecosystem]).exists()
    assert parsed(".github/ISSUE_TEMPLATE/config.yml")["blank_issues_enabled"] is True


def test_pre_commit_uses_what_make_develop_installs() -> None:
    [repository] = parsed(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    scripts = json.loads((ROOT / "ui/package.json").read_text(encoding="utf-8"))["scripts"]
    for hook in repository["hooks"]:
        program, *arguments = hook["entry"].split()
        assert program.startswith((".venv/bin/", "build/tools/bin/")), program
        if arguments[:1] == ["build_backend/pages.py"]:
            assert arguments[-1] in scripts
