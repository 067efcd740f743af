"""A game as one value: everything that the program asks of it. No I/O here.

A game is defined in a folder of its own and found through the entry points `tts_bridge.games`.
Packages that work for every game are handed the value and never look a game up by its name.

The first fields are rules and words, which every game has. The parts behind them say how it is
refereed, drawn, bound and so on; each is a function that imports it when it is first asked for, or
None where the game does not bring it. Who asks for a part that is not there gets `MissingPart`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from rules.house import NONE, House
from tts_bridge.game.errors import GameError
from tts_bridge.text.catalogue import LANGUAGES, Texts

if TYPE_CHECKING:  # a part is imported by whoever asks for it
    from rules.cases import CaseGame
    from rules.chance import Source
    from rules.engine import Rules
    from rules.players import Players
    from tts_bridge.binding.names import PrintedNames
    from tts_bridge.binding.recogniser import Recogniser
    from tts_bridge.drawing.scene import Drawing
    from tts_bridge.game.rulebook import Item
    from tts_bridge.game.scripted import ScriptedPlayers
    from tts_bridge.game.setup import Setup
    from tts_bridge.game.terminal import TerminalAdapter
    from tts_bridge.referee.profile import Profile
    from tts_bridge.referee.table_game import TableGame
    from tts_bridge.text.wording import Wording

T = TypeVar("T")
Part: TypeAlias = Callable[[], T] | None
"""A part of a game, imported when it is asked for; None: the game does not bring it."""


def part(where: str) -> Callable[[], Any]:
    """What imports a part, `module:name`, when it is asked for."""

    def bring() -> Any:
        module, _, name = where.partition(":")
        return getattr(import_module(module), name)

    return bring


class MissingPart(GameError):
    """A part that a game does not bring; the text says what cannot be done for that."""

    def __init__(self, game: str, part: str) -> None:
        self.game = game
        self.part = part
        super().__init__(" / ".join(self.say(Texts(language)) for language in LANGUAGES))

    def say(self, texts: Texts) -> str:
        """What cannot be done, in a language."""
        return texts.text(f"part.{self.part}", game=texts.clean(self.game))


class MakeRecogniser(Protocol):
    """Makes what recognises the tables of a game."""

    def __call__(self, options: Mapping[str, Any], language: str, /) -> Recogniser:
        """`options`: those of `bind`, by name; those that were not given are empty.

        Raises:
            click.ClickException: one of them that cannot be used.
        """
        ...


class Deal(Struct, frozen=True):
    """What setting up made of the table: it stands in the journal beside the configuration."""

    seats: Mapping[str, str]
    """The player colour of each figure."""
    names: Mapping[str, str]
    """What is called otherwise from now on: places by their figures, prop tokens by their slots."""


class Game(Struct, frozen=True, eq=False, kw_only=True):
    """A game, as the program knows it."""

    title: str
    rules: Rules[Any]
    """Its `name` heads logs and cases, and is what a mod's agent says."""
    wording: Wording
    players: Players[Any]
    """Who plays it by themselves, by name, and how moves are asked for."""
    moment: Callable[[Any], tuple[int, str]]
    """The round, and its phase, that a state is in."""
    board: Callable[[Any], Any] = lambda state: None
    """The board a state is played on, for the names of its places."""
    house: House = NONE
    """Its house rules."""
    gamut: Collection[str] = ()
    """Every card, perk, prop, skill that can be used: `perk:adrenaline`."""
    uses: Callable[[Any, Any, Any], Collection[tuple[str, str]]] = lambda before, move, after: ()
    """What of the gamut a move (between the states before and after it) used, and which side."""
    trail: Callable[[Any], Sequence[Any]] = lambda state: ()
    """What the last move brought about, in order: see `Texts.step`."""
    laws: Mapping[str, str] = {}
    """Rules that no move breaks, with their sources."""
    note: str = ""
    """What `referee --help` says of the game's tables and of what is said in chat."""

    bring_cases: Part[CaseGame[Any]] = None
    bring_setup: Part[Setup] = None
    bring_table: Part[TableGame] = None
    bring_prelude: Part[Prelude] = None
    bring_drawing: Part[Drawing] = None
    bring_terminal: Part[TerminalAdapter] = None
    bring_rulebook: Part[Callable[[tuple[Texts, ...]], tuple[Item, ...]]] = None
    bring_printed_names: Part[PrintedNames] = None
    bring_recogniser: Part[MakeRecogniser] = None
    bring_hands: Part[Callable[..., Any]] = None
    bring_scripted: Part[ScriptedPlayers] = None

    @property
    def name(self) -> str:
        """The name that heads logs and cases."""
        return self.rules.name

    @property
    def codes(self) -> Mapping[str, str]:
        """Every reason for a refusal, with its source."""
        return self.wording.codes

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages of the rulebook that rules stand on, in their order: `p.8`."""
        found = {source.split(" ")[-1] for source in self.codes.values()}
        return tuple(
            sorted((each for each in found if each.startswith("p.")), key=lambda p: (len(p), p))
        )

    @property
    def cases(self) -> CaseGame[Any]:
        """Positions of rule cases. MissingPart: it has none."""
        return self._part("cases", self.bring_cases)

    @property
    def setup(self) -> Setup:
        """What it is set up with from the command line; without such a part there are no
        options."""
        if self.bring_setup is not None:
            return self.bring_setup()
        from tts_bridge.game.setup import Setup

        return Setup(config=self._plain_config)

    @property
    def table(self) -> TableGame:
        """How it is refereed. MissingPart: it is not."""
        return self._part("table", self.bring_table)

    @property
    def prelude(self) -> Prelude | None:
        """What is chosen at the table before it begins; None: nothing."""
        return self.bring_prelude() if self.bring_prelude else None

    @property
    def drawing(self) -> Drawing:
        """How it is drawn. MissingPart: it is not."""
        return self._part("drawing", self.bring_drawing)

    @property
    def terminal(self) -> TerminalAdapter:
        """How it is played at a terminal; without such a part its positions are written down."""
        if self.bring_terminal is not None:
            return self.bring_terminal()
        from tts_bridge.game.terminal import TerminalAdapter

        return TerminalAdapter.plain(self.rules, self.players)

    @property
    def printed_names(self) -> PrintedNames:
        """What its pieces are called on mods. MissingPart: that is not known."""
        return self._part("printed_names", self.bring_printed_names)

    @property
    def recogniser(self) -> MakeRecogniser:
        """What recognises somebody else's table of it. MissingPart: nothing does."""
        return self._part("recogniser", self.bring_recogniser)

    @property
    def hands(self) -> Callable[..., Any]:
        """Players' hands at a headless table. MissingPart: there are none."""
        return self._part("hands", self.bring_hands)

    @property
    def scripted(self) -> ScriptedPlayers:
        """Who plays it at a headless table by themselves. MissingPart: nobody does."""
        return self._part("scripted", self.bring_scripted)

    def require(self, *parts: str) -> None:
        """Raises MissingPart: one of these is not there. For who needs it only later."""
        for name in parts:
            self._part(name, getattr(self, f"bring_{name}"))

    def _part(self, name: str, bring: Part[T]) -> T:
        if bring is None:
            raise MissingPart(self.name, name.replace("_", "-"))
        return bring()

    def _plain_config(self, options: Mapping[str, Any], settings: Any) -> Any:
        try:
            return self.rules.config_type()
        except TypeError as error:
            raise MissingPart(self.name, "setup") from error


class Prelude(Struct, frozen=True, eq=False):
    """What is chosen at a table before a game begins."""

    game: Game
    """The choosing, as a game of its own under the same name."""
    deal: Callable[[Any, Profile, Source], tuple[Any, Deal]]
    """What the game starts from, and how the table is dealt, once everything is chosen."""


def stage_of(game: Game, rules: Rules[Any]) -> Game:
    """The game itself or the choosing before it, by the rules that are played."""
    prelude = game.prelude
    return prelude.game if prelude is not None and prelude.game.rules is rules else game


@cache
def rulebook(game: Game) -> tuple[Item, ...]:
    """Everything that can be looked up of a game, in the order it is listed."""
    from tts_bridge.game.rulebook import house_rules, rules

    texts = tuple(Texts(language, game.wording) for language in LANGUAGES)
    more = game.bring_rulebook()(texts) if game.bring_rulebook else ()
    return (*rules({**game.codes, **game.laws}, texts), *more, *house_rules(game.house, texts))
