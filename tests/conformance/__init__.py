"""The rules, one by one: every test cites the ids of the rules it holds the game to."""
