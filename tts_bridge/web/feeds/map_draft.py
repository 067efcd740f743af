"""A map in the making: what one edit makes of it, and what is still wrong with it. No I/O here.

A draft may break the rules that a whole map has to keep; each space and path keeps its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import asdict, replace

from rules.dbd.board import (
    MAP_SIZE_LIMIT,
    Board,
    Colour,
    Id,
    MapError,
    Name,
    Path,
    Props,
    Space,
    parse_board,
    problems,
)
from rules.dbd.mapfile import unused
from tts_bridge.text.catalogue import Words, fill
from tts_bridge.text.page_words import page_words

FAR = 100_000.0
MOST_SPACES, MOST_PATHS = 60, 300
Place = Annotated[float, Meta(ge=-FAR, le=FAR)]


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """The map as it stands; the fields are those of a `Board`."""

    version: Literal[1] = 1
    id: Id = "new-map"
    name: Name = field(default_factory=lambda: {"en": "New map", "zh": "新地图"})
    spaces: tuple[Space, ...] = ()
    paths: tuple[Path, ...] = ()
    source: Annotated[str, Meta(max_length=300)] = ""


class Edit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="edit"):
    """One thing done to a draft."""


class AddSpace(Edit, frozen=True, tag="add-space"):
    x: Place
    y: Place


class MoveSpace(Edit, frozen=True, tag="move-space"):
    id: str
    x: Place
    y: Place


class Describe(Edit, frozen=True, tag="describe"):
    """What a space is called and holds; `new` is its id from now on."""

    id: str
    new: Id
    name: Name
    props: Props
    start: Annotated[int, Meta(ge=0, le=5)] | None = None


class AddPath(Edit, frozen=True, tag="add-path"):
    a: str
    b: str
    colour: Colour


class ChangePath(Edit, frozen=True, tag="change-path"):
    """`turn`: it leads the other way from now on."""

    id: str
    colour: Colour
    wall: bool
    turn: bool = False


class Delete(Edit, frozen=True, tag="delete"):
    """A space goes with its paths."""

    kind: Literal["space", "path"]
    id: str


class Entitle(Edit, frozen=True, tag="entitle"):
    id: Id
    name: Name
    source: Annotated[str, Meta(max_length=300)] = ""


AnyEdit = AddSpace | MoveSpace | Describe | AddPath | ChangePath | Delete | Entitle


class EditError(ValueError):
    """An edit that cannot be made; the text says why, a word of the page and its values."""

    def __init__(self, word: str, **values: str) -> None:
        super().__init__(fill(page_words()[word]["en"], values))


class Fault(Struct, frozen=True):
    """What is wrong, beside which field: `map`, `walls`, `props.objective`, `start.3`,
    `space.mill`."""

    field: str
    text: Words


def parse_draft(data: bytes | str, name: str) -> Draft:
    """The draft of a map's JSON, whole or not.

    Raises:
        MapError: it has not a map's shape; the field is named.
    """
    if len(data) > MAP_SIZE_LIMIT:
        raise MapError(name, f"larger than {MAP_SIZE_LIMIT:,} bytes, so it is no map")
    try:
        draft = msgspec.json.decode(data, type=Draft)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MapError(name, str(error)) from error
    known = {space.id for space in draft.spaces}
    for path in draft.paths:
        if not {path.a, path.b} <= known or path.a == path.b:
            raise MapError(name, f"path {path.id!r} leads from or to no space of the map")
    for what, ids in (("space", [*known]), ("path", [path.id for path in draft.paths])):
        count = len(draft.spaces if what == "space" else draft.paths)
        if len(set(ids)) != count:
            raise MapError(name, f"the id of a {what} stands twice")
    return draft


def parse_edit(text: str) -> AnyEdit:
    """An edit out of JSON. Raises ValueError: none; the field is named."""
    try:
        return msgspec.json.decode(text, type=AnyEdit)
    except RecursionError as error:
        raise ValueError("that is no edit") from error


def made(draft: Draft, edit: AnyEdit) -> Draft:
    """The draft after an edit.

    Raises:
        EditError: what it is about is not there, or is there already.
    """
    return EDITS[type(edit)](draft, edit)


def add_space(draft: Draft, edit: AddSpace) -> Draft:
    if len(draft.spaces) >= MOST_SPACES:
        raise EditError("page.map.too-many", n=str(MOST_SPACES))
    taken = {space.id for space in draft.spaces}
    number = next(n for n in range(1, MOST_SPACES + 2) if f"space-{n}" not in taken)
    name: Name = {"en": f"Space {number}", "zh": f"区域{number}"}
    space = Space(f"space-{number}", name, round(edit.x, 2), round(edit.y, 2))
    return replace(draft, spaces=(*draft.spaces, space))


def move_space(draft: Draft, edit: MoveSpace) -> Draft:
    moved = replace(space_of(draft, edit.id), x=round(edit.x, 2), y=round(edit.y, 2))
    return with_space(draft, edit.id, moved)


def describe(draft: Draft, edit: Describe) -> Draft:
    if edit.new != edit.id and any(space.id == edit.new for space in draft.spaces):
        raise EditError("page.map.taken", id=edit.new)
    space = space_of(draft, edit.id)
    told = replace(space, id=edit.new, name=edit.name, props=edit.props, start=edit.start)
    return with_space(draft, edit.id, told)


def add_path(draft: Draft, edit: AddPath) -> Draft:
    if len(draft.paths) >= MOST_PATHS:
        raise EditError("page.map.too-many", n=str(MOST_PATHS))
    a, b = space_of(draft, edit.a).id, space_of(draft, edit.b).id
    if a == b:
        raise EditError("page.map.to-itself")
    plain = f"{a}-{b}-{edit.colour}"[:56].strip("-")
    id_ = unused(plain, plain, {path.id for path in draft.paths})
    return replace(draft, paths=(*draft.paths, Path(id_, a, b, edit.colour)))


def change_path(draft: Draft, edit: ChangePath) -> Draft:
    path = path_of(draft, edit.id)
    a, b = (path.b, path.a) if edit.turn else (path.a, path.b)
    other = replace(path, a=a, b=b, colour=edit.colour, wall=edit.wall)
    paths = tuple(other if each.id == edit.id else each for each in draft.paths)
    return replace(draft, paths=paths)


def delete(draft: Draft, edit: Delete) -> Draft:
    if edit.kind == "path":
        path_of(draft, edit.id)
        return replace(draft, paths=tuple(p for p in draft.paths if p.id != edit.id))
    space_of(draft, edit.id)
    return replace(
        draft,
        spaces=tuple(space for space in draft.spaces if space.id != edit.id),
        paths=tuple(path for path in draft.paths if edit.id not in (path.a, path.b)),
    )


def entitle(draft: Draft, edit: Entitle) -> Draft:
    return replace(draft, id=edit.id, name=edit.name, source=edit.source)


EDITS: Mapping[type, Callable[[Draft, Any], Draft]] = {
    AddSpace: add_space,
    MoveSpace: move_space,
    Describe: describe,
    AddPath: add_path,
    ChangePath: change_path,
    Delete: delete,
    Entitle: entitle,
}


def space_of(draft: Draft, id_: str) -> Space:
    """The space of an id. Raises EditError: there is none."""
    for space in draft.spaces:
        if space.id == id_:
            return space
    raise EditError("page.map.gone", id=id_[:60])


def path_of(draft: Draft, id_: str) -> Path:
    """The path of an id. Raises EditError: there is none."""
    for path in draft.paths:
        if path.id == id_:
            return path
    raise EditError("page.map.gone", id=id_[:60])


def with_space(draft: Draft, id_: str, space: Space) -> Draft:
    """The draft with another space in place of the one of an id; its paths follow."""
    ends = {id_: space.id}
    return replace(
        draft,
        spaces=tuple(space if each.id == id_ else each for each in draft.spaces),
        paths=tuple(
            replace(path, a=ends.get(path.a, path.a), b=ends.get(path.b, path.b))
            for path in draft.paths
        ),
    )


def board_of(draft: Draft) -> Board:
    """The map, once nothing is wrong with it. Raises MapError: something is."""
    return parse_board(msgspec.json.encode(draft), draft.id)


def draft_of(board: Board) -> Draft:
    """The draft of a map."""
    return Draft(**asdict(board))


def faults(draft: Draft) -> tuple[Fault, ...]:
    """What a map may not be like and this one is, beside the field that mends it."""
    board = Board(**asdict(draft))
    found = [fault(sentence) for sentence in problems(board)]
    if len(draft.spaces) < 2 or not draft.paths:
        found.insert(0, Fault("map", page_words()["page.map.too-few"]))
    return tuple(found)


SENTENCES = (
    (r"start number (?P<n>\d) is on (?P<count>\d+) spaces", "start.{n}", "page.map.start-count"),
    (r"(?P<count>\d+) (?P<kind>\w+) props, not (?P<n>\d+)", "props.{kind}", "page.map.props-count"),
    (r"(?P<count>\d+) paths with a breakable wall, not (?P<n>\d+)", "walls", "page.map.wall-count"),
    (r"space '(?P<id>[a-z0-9-]+)' has no path", "space.{id}", "page.map.no-path"),
)
"""What the rules of maps say, the field that it is about, and the same in the page's words."""


def fault(sentence: str) -> Fault:
    """A sentence of the rules of maps beside its field."""
    for pattern, where, word in SENTENCES:
        if match := re.match(pattern, sentence):
            values = match.groupdict()
            words = {lang: fill(text, values) for lang, text in page_words()[word].items()}
            return Fault(fill(where, values), words)
    return Fault("map", dict.fromkeys(page_words()["page.map.no-path"], sentence))
