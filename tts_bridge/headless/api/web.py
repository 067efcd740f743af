"""WebRequest: answered from `table.web`, never from the web.

`table.web` maps a URL to the text of its answer, or to a pair of status and text. Whatever is not
there fails as it does without a network: on a later frame, with `is_error`.
"""

from collections.abc import Callable
from typing import Any

from tts_bridge.headless.api.args import Call, Members, maybe_function, text
from tts_bridge.headless.model.requests import Request
from tts_bridge.headless.script.runtime import Callback, Ref

CLASS = "WebRequestInstance"


def _send(call: Call, url: str, callback: Callback | None) -> Ref:
    table = call.table
    number = len(table.requests)
    request = Request(url)
    table.requests.append(request)
    ref = Ref(CLASS, number)

    def answer() -> None:
        found = table.web.get(url)
        if found is None:
            request.error = "the headless table does not reach the web; see table.web"
        else:
            request.response_code, request.text = (200, found) if isinstance(found, str) else found
            if request.response_code >= 400:
                request.error = f"HTTP/1.1 {request.response_code}"
        request.is_done = True
        if callback is not None:
            table.call(callback, "WebRequest", ref)

    table.clock.soon(answer)
    return ref


def _verb(callback_at: int) -> Callable[..., Ref]:
    def send(call: Call, _: None, url: Any, *rest: Any) -> Ref:
        given = [*rest, *[None] * (callback_at + 1)]
        callback = maybe_function(given[callback_at], "the callback")
        return _send(call, text(url, "the url"), callback)

    return send


FUNCTIONS: Members = {
    "get": _verb(0), "delete": _verb(0), "head": _verb(0), "post": _verb(1), "put": _verb(1),
    "custom": _verb(4),
}  # fmt: skip


def _request(call: Call, number: int) -> Request:
    return call.table.requests[int(number)]


def _field(name: str) -> Callable[..., Any]:
    return lambda call, number: getattr(_request(call, number), name)


INSTANCE: tuple[Members, Members] = (
    {
        "dispose": lambda *_: True,
        "getResponseHeader": lambda *_: None,
        "getResponseHeaders": lambda *_: {},
    },
    {
        **{name: _field(name) for name in ("url", "is_done", "error", "text", "response_code")},
        "is_error": lambda call, number: bool(_request(call, number).error),
        "download_progress": lambda call, number: float(_request(call, number).is_done),
        "upload_progress": lambda call, number: float(_request(call, number).is_done),
    },
)
