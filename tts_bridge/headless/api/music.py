"""What is only heard or seen: the music player, colours of the light, effects, screens."""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api.args import Call, Members, items, num, table, text, tint, truth, whole
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.vectors import Tint, number

Get = Callable[..., Any]


def _playlist(call: Call, _: None = None) -> list[dict[str, Any]]:
    listed = call.table.statics.get("MusicPlayer", "AudioLibrary", [])
    return [
        {"url": each.get("Item1", ""), "title": each.get("Item2", "")}
        for each in listed
        if isinstance(each, dict)
    ]


def _set_playlist(call: Call, _: None, tracks: Any) -> bool:
    listed = []
    for each in items(tracks, "the tracks"):
        given = table(each, "a track")
        url, title = text(given.get("url"), "url"), text(given.get("title", ""), "title")
        listed.append({"Item1": url, "Item2": title})
    call.table.statics.set("MusicPlayer", "AudioLibrary", listed)
    return True


def _current(call: Call, _: None) -> dict[str, str]:
    return {
        "url": call.table.statics.get("MusicPlayer", "CurrentAudioURL", ""),
        "title": call.table.statics.get("MusicPlayer", "CurrentAudioTitle", ""),
    }


def _set_current(call: Call, _: None, parameters: Any) -> bool:
    given = table(parameters, "the parameters")
    statics = call.table.statics
    statics.set("MusicPlayer", "CurrentAudioURL", text(given.get("url", ""), "url"))
    statics.set("MusicPlayer", "CurrentAudioTitle", text(given.get("title", ""), "title"))
    return True


def _status(status: str) -> Get:
    def change(call: Call, _: None) -> bool:
        call.table.statics.music["status"] = status
        return True

    return change


def _index(call: Call, _: None = None) -> int:
    return int(call.table.statics.music["index"])


def _set_index(call: Call, _: None, value: Any) -> None:
    index, tracks = whole(value, "the index"), _playlist(call)
    call.table.statics.music["index"] = index
    if 0 <= index < len(tracks):
        _set_current(call, None, tracks[index])


def _skip(step: int) -> Get:
    def skip(call: Call, _: None) -> bool:
        tracks = _playlist(call)
        if tracks:
            _set_index(call, None, (_index(call) + step) % len(tracks))
        return bool(tracks)

    return skip


MUSIC: tuple[Members, Members, Members] = (
    {
        "getPlaylist": _playlist, "setPlaylist": _set_playlist,
        "getCurrentAudioclip": _current, "setCurrentAudioclip": _set_current,
        "play": _status("Play"), "pause": _status("Pause"),
        "skipForward": _skip(1), "skipBack": _skip(-1),
    },
    {
        "loaded": lambda call, _: bool(_current(call, None)["url"]),
        "player_status": lambda call, _: call.table.statics.music["status"],
        "playlist_index": _index, "playlistIndex": _index,
        "repeat_track": lambda call, _: call.table.statics.get("MusicPlayer", "RepeatSong", False),
        "shuffle": lambda call, _: call.table.statics.music["shuffle"],
    },
    {
        "playlist_index": _set_index, "playlistIndex": _set_index,
        "repeat_track": lambda call, _, v: call.table.statics.set(
            "MusicPlayer", "RepeatSong", truth(v)
        ),
        "shuffle": lambda call, _, v: call.table.statics.music.update(shuffle=truth(v)),
    },
)  # fmt: skip


def color_field(section: str, key: str, default: Tint) -> tuple[Get, Get]:
    """A colour kept in a section of the save: how to get and to set it."""

    def get(call: Call, _: None) -> Tint:
        found = call.table.statics.get(section, key, {})
        return Tint(*(number(found.get(c), d) for c, d in zip("rgb", default, strict=False)))

    def put(call: Call, _: None, value: Any) -> bool:
        r, g, b, _alpha = tint(value, "the colour")
        call.table.statics.set(section, key, {"r": r, "g": g, "b": b})
        return True

    return get, put


# --- effects of asset bundles, screens ---------------------------------------------------------


def _loop(call: Call, piece: Piece, index: Any) -> bool:
    piece.extra["loop"] = whole(index, "the index")
    call.table.events.post("onObjectLoopingEffect", piece, piece.extra["loop"])
    return True


def _trigger(call: Call, piece: Piece, index: Any) -> bool:
    call.table.events.post("onObjectTriggerEffect", piece, whole(index, "the index"))
    return True


EFFECTS: Members = {
    "getLoopingEffectIndex": lambda _, piece: piece.extra.get("loop", 0),
    "getLoopingEffects": lambda *_: [],  # their names are in the bundle, which is not read
    "getTriggerEffects": lambda *_: [],
    "playLoopingEffect": _loop,
    "playTriggerEffect": _trigger,
}


def _tablet(key: str, default: Any) -> Get:
    return lambda _call, piece: (piece.data.get("Tablet") or {}).get(key, default)


def _set_tablet(key: str) -> Get:
    def put(_call: Call, piece: Piece, value: Any) -> None:
        value = text(value, key) if key == "PageURL" else num(value, key)
        piece.data["Tablet"] = {**(piece.data.get("Tablet") or {}), key: value}

    return put


BROWSER: tuple[Members, Members, Members] = (
    {},
    {"url": _tablet("PageURL", ""), "pixel_width": _tablet("PixelWidth", 1024)},
    {"url": _set_tablet("PageURL"), "pixel_width": _set_tablet("PixelWidth")},
)
