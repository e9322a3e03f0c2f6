"""Studies: games with variations that are stored on the server."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crownbridge.errors import ConflictError, InputError
from crownbridge.games import Hex
from crownbridge.web.retention import Retention
from crownbridge.web.schemas import TreeMove
from crownbridge.web.studies import registry as studies
from crownbridge.web.studies.registry import StudyRegistry, written_study
from crownbridge.web.trees import record_of_tree

TREE: list[dict[str, Any]] = [
    {"comment": "the start"},
    {"parent": 0, "move": "a1", "comment": "a corner", "nags": [6], "clock": 61.5},
    {"parent": 1, "move": "b2", "shapes": [{"colour": "red", "cells": [4]}, {"colour": "green", "cells": [0, 4]}]},
    {"parent": 0, "move": "b2", "properties": {"LB": ["a1:x"]}},
    {"parent": 3, "move": "c1", "comment": "two\nlines"},
]
STUDY = {"game": "hex", "options": {"size": 3}, "name": "my study", "players": ["anna", "bert"], "tree": TREE}


def created(visitor: Any, **changes: Any) -> str:
    answer = visitor.post("/studies", {**STUDY, **changes})
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def written(tree: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The nodes of a document as a page sends them back."""
    return [
        {name: value for name, value in node.items() if name != "frame"}
        | {"move": node["frame"]["move"] and node["frame"]["move"]["text"]}
        for node in tree
    ]


def test_a_study_is_as_it_was_stored(visitor: Any) -> None:
    name = created(visitor, headers={"Event": "Club"}, outcome={"winner": 1, "termination": "resignation"})
    study = visitor.get(f"/studies/{name}")
    assert (study["id"], study["name"], study["revision"]) == (name, "my study", 1)
    game = study["document"]
    assert (game["players"], game["headers"], game["outcome"]["winner"]) == (["anna", "bert"], {"Event": "Club"}, 1)
    assert [frame["ply"] for frame in game["frames"]] == [0, 1, 2]
    tree = game["tree"]
    assert [node["parent"] for node in tree] == [None, 0, 1, 0, 3]
    assert [node["frame"]["ply"] for node in tree] == [0, 1, 2, 1, 2]
    assert tree[2]["frame"]["to_move"] == 0, "after a resignation, moves can still be tried"
    for node, stored in zip(written(tree), TREE, strict=True):
        assert {key: node[key] for key in stored if key != "shapes"} == {
            key: value for key, value in stored.items() if key != "shapes"
        }
    assert {shape["colour"] for shape in tree[2]["shapes"]} == {"red", "green"}
    again = created(visitor, tree=written(tree))
    assert visitor.get(f"/studies/{again}")["document"]["tree"] == tree


def test_a_study_without_variations_has_a_tree_too(visitor: Any) -> None:
    name = created(visitor, tree=[{}, {"parent": 0, "move": "a1"}])
    assert len(visitor.get(f"/studies/{name}")["document"]["tree"]) == 2
    assert len(visitor.get(f"/studies/{created(visitor, tree=[])}")["document"]["tree"]) == 1


def test_a_study_is_changed_by_one_at_a_time(visitor: Any) -> None:
    name = created(visitor)
    change = {"revision": 1, "name": "renamed", "players": ["anna", "bert"], "tree": [{}, TREE[1]]}
    answer = visitor.http.put(f"/api/studies/{name}", json=change)
    assert (answer.status_code, answer.json()) == (200, {"revision": 2})
    assert visitor.http.put(f"/api/studies/{name}", json=change).status_code == 409
    study = visitor.get(f"/studies/{name}")
    assert (study["name"], study["revision"], len(study["document"]["tree"])) == ("renamed", 2, 2)


def test_studies_are_listed_and_deleted(visitor: Any, tmp_path: Path) -> None:
    first, second = created(visitor), created(visitor, name="second", tree=[])
    os.utime(tmp_path / "studies" / f"{first}.study", (0, 0))
    (one, other) = visitor.get("/studies")
    assert (one["id"], one["name"], one["game"], one["moves"], one["nodes"]) == (second, "second", "hex", 0, 1)
    assert (other["id"], other["players"], other["moves"], other["nodes"]) == (first, ["anna", "bert"], 2, 5)
    assert visitor.http.delete(f"/api/studies/{first}").status_code == 204
    assert visitor.http.delete(f"/api/studies/{first}").status_code == 404
    assert visitor.http.get(f"/api/studies/{first}").status_code == 404
    assert [study["id"] for study in visitor.get("/studies")] == [second]


@pytest.mark.parametrize("name", ["nothing", "..%2f..%2flock", "aaaaaaaaaa"])
def test_there_are_no_other_studies(visitor: Any, name: str) -> None:
    assert visitor.http.get(f"/api/studies/{name}").status_code == 404


@pytest.mark.parametrize(
    "tree",
    [
        [{"move": "a1"}],
        [{"parent": 0, "move": "a1"}],
        [{}, {"parent": 0}],
        [{}, {"parent": 1, "move": "a1"}],
        [{}, {"parent": -1, "move": "a1"}],
        [{}, {"move": "a1"}],
        [{}, {"parent": 0, "move": "z9"}],
        [{}, {"parent": 0, "move": "a1", "nags": [256]}],
        [{}, {"parent": 0, "move": "a1", "shapes": [{"colour": "red", "cells": [9]}]}],
        [{}, {"parent": 0, "move": "a1", "shapes": [{"colour": "pink", "cells": [1]}]}],
        [{}, {"parent": 0, "move": "a1"}, {"parent": 1, "move": "a1"}],
        [{}] * 5001,
    ],
)
def test_invalid_trees_are_rejected(visitor: Any, tree: list[Any]) -> None:
    assert visitor.post("/studies", {**STUDY, "tree": tree}).status_code == 422
    assert visitor.get("/studies") == []


def test_a_large_study_can_be_stored_and_changed(visitor: Any) -> None:
    tree = [{}, *({"parent": 0, "move": "a1", "comment": "x" * 1000} for _ in range(2000))]
    name = created(visitor, tree=tree)
    answer = visitor.http.put(f"/api/studies/{name}", json={"revision": 1, "tree": tree})
    assert answer.status_code == 200, answer.text


def test_a_damaged_study_is_reported_and_can_be_deleted(visitor: Any, tmp_path: Path) -> None:
    names = [created(visitor) for _ in range(3)]
    for name, content in zip(names, (b"", b"\xff\n", b'{"version": 1}\n{}'), strict=True):
        (tmp_path / "studies" / f"{name}.study").write_bytes(content)
        assert visitor.http.get(f"/api/studies/{name}").status_code == 500
    assert visitor.get("/studies") == []
    for name in names:
        assert visitor.http.delete(f"/api/studies/{name}").status_code == 204


@pytest.fixture
def registry(tmp_path: Path) -> Callable[[Retention], StudyRegistry]:
    return lambda retention: StudyRegistry(tmp_path, retention)


GAME = Hex(3)
NODES = [TreeMove.model_validate(node) for node in TREE]
WRITTEN = written_study("", record_of_tree(GAME, GAME.initial(), NODES, ("anna", "bert")))


def test_old_studies_and_those_beyond_the_quota_are_deleted(registry: Callable[[Retention], StudyRegistry]) -> None:
    unlimited = registry(Retention(0, 0))
    old, new = (unlimited.create(WRITTEN) for _ in range(2))
    for stored in unlimited.stored():
        if stored.name == old.id:
            os.utime(stored.path, (0, 0))
    registry(Retention(days=1, megabytes=0)).start()
    assert [stored.name for stored in unlimited.stored()] == [new.id]
    newest = registry(Retention(days=0, megabytes=0.000001)).create(WRITTEN)
    assert [stored.name for stored in unlimited.stored()] == [newest.id]


def test_the_number_and_the_size_of_studies_are_limited(
    registry: Callable[[Retention], StudyRegistry], monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = registry(Retention(0, 0))
    monkeypatch.setattr(studies, "MOST_STUDIES", 1)
    stored.create(WRITTEN)
    with pytest.raises(ConflictError, match="limit of 1 studies"):
        stored.create(WRITTEN)
    monkeypatch.setattr(studies, "MOST_STUDIES", 2)
    monkeypatch.setattr(studies, "MOST_BYTES", 100)
    with pytest.raises(InputError, match="more than 100 bytes"):
        stored.create(WRITTEN)
