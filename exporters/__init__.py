"""The mod as text: saves read and written without loss, and the ready-made mods."""
