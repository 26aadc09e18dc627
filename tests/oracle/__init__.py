"""A second opinion on the base game of every edition: small, slow, from the rules alone.

``make oracle`` judges 100,000 moves, ``test_oracle.py`` a few thousand.
"""
