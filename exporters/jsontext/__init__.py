"""JSON as text, byte for byte: splicing, printing, places in it."""
