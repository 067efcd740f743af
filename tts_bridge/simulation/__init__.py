"""Many games by players that choose by themselves, and what their figures are.

Games are played in batches, by workers on this machine or on a Dask cluster. Game number i of a
seed depends on these two numbers alone, and figures add up in any order: who plays which batch
when, and how often, changes nothing.
"""
