"""The harness of demo, chaos and tests: a refereed headless table, in real or virtual time."""
