"""Boards, editions, decks and sample games that ship with risknb."""
