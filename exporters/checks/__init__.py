"""What can be wrong with a save, one module a subject. No I/O here.

Each check is a function from a `Context` to the findings; `exporters.checks.run` has the table.
"""
