"""Who sits where: TTS's ten seats, Grey for spectators and Black for the game master."""

from dataclasses import dataclass

COLORS = (
    "White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink",
    "Grey", "Black",
)  # fmt: skip
SEATS = COLORS[:10]


@dataclass
class Person:
    """Somebody at the table."""

    color: str
    name: str
    steam_id: str
    host: bool = False
    promoted: bool = False
    team: str = "None"
    blindfolded: bool = False
    lift_height: float = 0.2


class Players:
    """The people by colour; spectators share Grey."""

    def __init__(self) -> None:
        self.people: list[Person] = []
        self._count = 0

    def at(self, color: str) -> Person | None:
        """Who has that colour."""
        return next((p for p in self.people if p.color == color), None)

    def join(self, color: str, name: str) -> Person:
        """Let somebody sit down; the first to come is the host. Raises ValueError."""
        check_color(color)
        if color != "Grey" and self.at(color):
            raise ValueError(f"{color} is taken")
        self._count += 1
        steam_id = str(76561190000000000 + self._count)
        person = Person(color, name or color, steam_id, host=not self.people)
        self.people.append(person)
        return person

    def leave(self, color: str) -> Person:
        """Take somebody away. Raises ValueError."""
        person = self.at(color)
        if person is None:
            raise ValueError(f"nobody sits at {color}")
        self.people.remove(person)
        return person

    def seated(self) -> list[Person]:
        """Those with a seat, in the order of the colours."""
        return sorted(
            (p for p in self.people if p.color != "Grey"), key=lambda p: COLORS.index(p.color)
        )


def check_color(color: str) -> str:
    """The colour itself. Raises ValueError when TTS has none of that name."""
    if color not in COLORS:
        raise ValueError(f"{color!r} is no player colour; there are {', '.join(COLORS)}")
    return color
