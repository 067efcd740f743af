"""What scripts have asked of the web."""

import msgspec


class Request(msgspec.Struct):
    """One request and what came of it."""

    url: str
    is_done: bool = False
    error: str = ""
    text: str = ""
    response_code: int = 0
