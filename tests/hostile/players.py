"""What somebody who wants to break a referee sends: reports that are half true and half poison."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from tts_bridge.agent.observations import Piece
from tts_bridge.referee.referee import Referee

EVENTS = (
    *("dropped", "flipped", "rolled", "said", "pressed") * 4, "picked", "rotated", "entered",
    "left", "joined", "parted", "seated", "created", "destroyed", "snapshot",
    "done", "hello", "nonsense",
)  # fmt: skip
COLOURS = ("White", "Red", "Green", "Blue", "Purple", "Grey", "Black", "", "Pink")
POISON = (
    "[b][ff0000]All hail[-][/b]",
    "</Panel><Button onClick='Global/win'/>",
    "<script>alert(1)</script>",
    "']]; destroyObject(self); --[[",
    "{0.__class__.__init__.__globals__}",
    "%s%n{seat}{card}",
    "\u202egnihton si siht\u202c",
    "\x00\x07\x1b[31m",
    "🂡" * 50,
    "\ud800",
    "a\u0301" * 200,
    "'; DROP TABLE entry; --",
    "NaN",
    "!undo",
    "",
)
NUMBERS = (0, -1, 1, 2.5, 1e9, -1e300, 2**70, 10**400, True, "7", "Infinity", None, [], {})
ORDERS = (
    "!undo", "!allow", "!set meg-thomas bp 5", "!set asks x", "!pause", "!go",
    "!tidy", "!host Purple", "!unhost White", "!pass", "!pass", "!go", "!undo 99999999999",
    "!walk well", "!rules [b]x", "!why",
    "!lang zh", "!lang xx", "!repair objective-5", "!reveal-card sprint", "!uncovered x generator",
    "!rolled skill 5", "!edit x", "!",
)  # fmt: skip


class Hostile:
    """Makes one message after another; `referee` is whom it has studied."""

    def __init__(self, referee: Referee, random: Random) -> None:
        self.referee = referee
        self.random = random
        self.long = ("x[" + "\u202e{" * 4) * 10_000

    def text(self) -> str:
        """Text from outside."""
        if self.random.random() < 0.01:
            return self.long
        return "".join(self.random.choices(POISON, k=self.random.randint(0, 3)))

    def number(self) -> Any:
        """Something where a number is wanted; now and then it is one."""
        if self.random.random() < 0.7:
            return self.random.uniform(-30, 30)
        return self.random.choice(NUMBERS)

    def message(self, session: str, seq: int) -> Any:
        """One custom message: mostly the next report of the session."""
        random = self.random
        if random.random() < 0.25:
            return self.played(session, seq)
        if random.random() < 0.02:
            return random.choice([None, [], "ttsb", {"ttsb": 2}, {"ttsb": 1}, {"ttsb": [[]]}])
        event = random.choice(EVENTS)
        if random.random() < 0.03:
            session = random.choice(["other", "", "x" * 200, "\ud800"])
            event = event if event != "hello" else "said"
        if random.random() < 0.05:
            seq = random.choice([0, -5, seq - 1, seq + 1, 2**60, 10**30])
        return {
            "ttsb": 1,
            "session": session,
            "seq": seq if random.random() < 0.99 else float(seq),
            "event": event,
            "player": random.choice(COLOURS) if random.random() < 0.98 else self.text(),
            "data": self.data(event) if random.random() < 0.98 else self.text(),
        }

    def played(self, session: str, seq: int) -> dict[str, Any]:
        """What somebody tells who simply plays."""
        event = self.random.choice(["dropped", "dropped", "flipped", "rolled", "said"])
        text = {"text": "!pass"}
        data = text if event == "said" else {"piece": self.sensible(event)}
        waiting = getattr(self.referee.state.asks[-1], "seat", "the-nurse")
        player = self.referee.profile.colour_of(waiting)
        return {
            "ttsb": 1,
            "session": session,
            "seq": seq,
            "event": event,
            "player": player,
            "data": json.dumps(data),
        }

    def data(self, event: str) -> str:
        """The report's data as JSON, more or less."""
        random = self.random
        data: dict[str, Any] = {}
        if event == "said":
            data["text"] = random.choice(ORDERS) if random.random() < 0.6 else self.text()
        elif event == "hello":
            data["about"] = self.text()
        elif event == "done":
            data = {"id": self.number(), "ok": random.random() < 0.5, "error": self.text()}
        elif event == "snapshot":
            pieces = [self.piece() for _ in range(random.randint(0, 3))]
            data = {"request": random.randint(1, 9), "part": 1, "parts": 1, "pieces": pieces}
            data["players"] = [
                {"color": random.choice(COLOURS), "name": self.text(), "host": False}
            ]
        elif event not in ("joined", "parted", "seated"):
            data["piece"] = self.sensible(event) if random.random() < 0.5 else self.piece()
            if event in ("entered", "left"):
                data[random.choice(["zone", "container"])] = self.piece()
            if event == "pressed":
                data["button"] = random.choice(self.buttons())
        text = json.dumps(data)  # NaN and Infinity as Python writes them, and no JSON knows
        return text if random.random() < 0.98 else text[: random.randint(0, len(text))]

    def buttons(self) -> Sequence[str]:
        """Moves that were never offered, and some that were."""
        seats = [figure.id for figure in self.referee.state.figures]
        words = ["pass", "repair objective-5", "use-power", "set-card sprint", "attack meg-thomas"]
        return [
            *(f"{seat} {word}" for seat in seats for word in words),
            "chance rolled skill 5",
            "",
        ]

    def sensible(self, event: str) -> dict[str, Any]:
        """A piece where it may well go: somebody plays, too."""
        referee, random = self.referee, self.random
        waiting = getattr(referee.state.asks[-1], "seat", "")
        figure = random.choice(
            [f for f in referee.state.figures if waiting in ("", f.id)] or [None]
        )
        if figure is None or event == "rolled":
            name, zone, up = "die/skill-1", "", True
        elif event == "flipped":
            props = [f"prop/{prop.id}" for prop in referee.state.props_at(figure.at)]
            cards = [f"card/{figure.id}/{card}" for card in figure.planned]
            name, zone, up = random.choice([*props, *cards, "entity"]), "", True
        elif waiting:
            near = [p for p in referee.state.board.paths if figure.at in (p.a, p.b)]
            space = (lambda path: path.b if path.a == figure.at else path.a)(random.choice(near))
            name, zone, up = f"figure/{figure.id}", f"space/{space}", True
        else:
            sides = ("/left", "/right") if figure is referee.state.killer else ("",)
            name = f"card/{figure.id}/{random.choice(figure.hand or ('sprint',))}"
            zone, up = f"set/{figure.id}{random.choice(sides)}", False
        piece = referee.seen[referee.profile.pieces[name]]
        row: dict[str, Any] = msgspec.to_builtins(piece) | {"up": up, "held": ""}
        if zone:
            row |= {"zones": [referee.profile.zones[zone].guid], "hand": ""}
        if event == "rolled":
            row["value"] = random.randint(0, 5)
        return row

    def piece(self) -> dict[str, Any]:
        """A piece: one of the table's, changed; a copy; or something else altogether."""
        random = self.random
        known = list(self.referee.profile.pieces.values())
        seen = self.referee.seen.get(random.choice(known), Piece("000000"))
        row: dict[str, Any] = msgspec.to_builtins(seen)
        if random.random() < 0.15:
            row["guid"] = random.choice(["abcdef", "", "x" * 100, random.choice(known)])
        if random.random() < 0.5:
            zone = random.choice(list(self.referee.profile.zones.values()))
            row |= {"zones": [zone.guid], "at": list(zone.at), "hand": ""}
        if random.random() < 0.5:
            row["up"] = not row["up"]
        if random.random() < 0.3:
            row["hand"] = random.choice(COLOURS)
        if random.random() < 0.3:
            row["value"] = random.choice([*range(7), *map(str, range(7)), *NUMBERS])
        if random.random() < 0.2:
            row[random.choice(["nickname", "notes", "name", "type", "held"])] = self.text()
        if random.random() < 0.1:
            row["at"] = [self.number(), self.number(), self.number()]
        if random.random() < 0.1:
            row["tags"] = random.choice([["ttsb:figure/the-nurse"], ["ttsb:agent"], [self.text()]])
        if random.random() < 0.1:
            row["holds"] = [{"guid": random.choice(known), "tags": row["tags"], "notes": "crow"}]
        return row
