"""What our Lua agent says and hears: observations in order, commands."""
