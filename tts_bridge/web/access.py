"""Who may ask for what: hosts and origins, secrets of links, and the headers of every answer."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from collections.abc import Iterable, Mapping
from hashlib import sha256

from tts_bridge.web.feed import HOST, SPECTATOR, Viewer

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Keys:
    """The secrets in the links of a page: each is made from a name and a secret of the page."""

    def __init__(self, secret: bytes | None = None) -> None:
        self._secret = secret or secrets.token_bytes(32)

    def key(self, viewer: Viewer) -> str:
        """What the link of a view carries; "" for spectators."""
        if viewer == SPECTATOR:
            return ""
        name = viewer.seat or viewer.role
        made = hmac.new(self._secret, f"{viewer.role} {name}".encode(), sha256)
        return f"{name}.{made.hexdigest()[:40]}"

    def viewer(self, key: str, seats: Iterable[str]) -> Viewer | None:
        """Whose key that is; None for a forged one."""
        for viewer in (HOST, *(Viewer("seat", seat) for seat in seats)):
            if hmac.compare_digest(self.key(viewer).encode(), key.encode("utf-8", "replace")):
                return viewer
        return None


def allowed_hosts(address: str, port: int) -> frozenset[str]:
    """What a request's Host may say: this machine, or the address that is listened on."""
    names = [*LOOPBACK]
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        names.append(address.lower())
    else:
        if not ip.is_loopback and not ip.is_unspecified:
            names.append(f"[{ip}]" if ip.version == 6 else str(ip))
    return frozenset(f"{name}:{port}" for name in names) | (
        frozenset(names) if port == 80 else frozenset()
    )


def refusal(
    headers: Mapping[str, str], hosts: frozenset[str], *, writes: bool, opens: bool = False
) -> str:
    """Why a request is not answered, or "": its Host or Origin is not ours. One that writes has
    to name its origin, as every browser does. One that `opens` the page itself may come from a
    link on another site, but not into a frame of it."""
    if headers.get("Host", "").lower() not in hosts:
        return "Host: not the address of this page; open the link that was printed"
    origin = headers.get("Origin")
    if origin is None and writes:
        return "Origin: missing"
    if origin is not None and origin.lower() not in {f"http://{host}" for host in hosts}:
        return "Origin: another site"
    is_link = opens and [headers.get(f"Sec-Fetch-{each}") for each in ("Mode", "Dest")] == [
        "navigate",
        "document",
    ]
    site = headers.get("Sec-Fetch-Site", "same-origin")
    if site not in ("same-origin", "none") and not is_link:
        return "Sec-Fetch-Site: another site"
    return ""
