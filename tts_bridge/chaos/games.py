"""One game from its start to its end, and what disagrees then."""

from __future__ import annotations

from pathlib import Path

from exporters.mods.words import Language
from tts_bridge.chaos.faults import Faults, Result, Trace
from tts_bridge.chaos.rig import Rig
from tts_bridge.editor.link import LinkError
from tts_bridge.game.plugin import Game
from tts_bridge.referee.profile import ProfileError


async def play(
    game: Game,
    seed: int,
    rounds: int,
    faults: Faults,
    journal: Path | None = None,
    plain_in: Language | None = None,
    *,
    ports: bool = False,
    trace: Trace | None = None,
) -> Result:
    """One game of so many rounds, or to its end. `plain_in`: on a mod of a stranger's; `ports`:
    over the real ones; `trace` takes what happened."""
    rules = game.rules
    acts = 0
    problem = ""
    rig = Rig(game, seed, faults, journal, plain_in, ports=ports, trace=trace)
    try:
        async with rig:
            while (
                game.moment(rig.state)[0] <= rounds
                and rules.outcome(rig.state) is None
                and not problem
            ):
                acts += 1
                problem = await rig.act()
            problem = problem or await disagreement(rig)
    except (LinkError, ProfileError, TimeoutError) as error:
        problem = f"the referee gave up: {error}"
    problems = (problem,) if problem else ()
    return Result(seed, acts, rig.round, rig.referees, rig.tables, rig.meddled, problems)


async def disagreement(rig: Rig) -> str:
    """Where table, journal, and a referee that knows nothing but these differ from the hands'
    account of the game, or ""."""
    rules = rig.game.rules
    for referee in ("the referee", "a new referee"):
        rig.session.look_again()
        rig.session.quiet.clear()
        if not await rig.until(lambda: rig.agrees() and rig.lies_right()):
            return f"{referee} finds the table lie otherwise than the rules have it"
        replayed, failure = rig.journal.match(rules)
        if failure or replayed is None or replayed.state != rig.state:
            return f"the journal of {referee} replays to another position"
        if rules.outcome(rig.state):
            break  # a new referee would begin the next game
        await rig.unseat_referee()
        await rig.seat_referee()
    return ""
