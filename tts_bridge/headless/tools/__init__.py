"""What is made of a headless table: pictures, reports, tests in Lua."""
