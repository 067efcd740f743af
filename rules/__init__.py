"""The rules of the two games, as pure functions of values. No I/O, clock or chance here."""
