"""Which addresses are the internet's, in all their spellings."""

import pytest

from exporters.assets.http import is_public

PRIVATE = [
    "10.0.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "192.168.1.1",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "::10.0.0.1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "::8.8.8.8",
    "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::8.8.8.8",
    "64:ff9b:1:2::1",
    "2002:7f00:1::1",
    "2002:a00:1::",
    "2002:c0a8:101::1",
    "2001:0:808:808:8000:63bf:f5ff:fffe",
    "2001:0:a00:1:8000:63bf:f7f7:f7f7",
]
PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_host_is_private_in_every_spelling(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_host_is_asked(address: str) -> None:
    assert is_public(address)
