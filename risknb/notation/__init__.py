"""Moves, answers of luck, steps and positions as text, both ways.

============  ==================  ===============================================
move          text                with luck's answer
============  ==================  ===============================================
claim         ``@ala``
place         ``ala+3``
trade         ``x:ala,bra,w1``    ``...@ala`` the extra armies, ``...=10`` a lower reading
attack        ``ala>kam*3``       ``ala>kam*3=651:42``
defend        ``d2``              ``d2=651:42``
re-roll       ``r1``              ``r1=5``
commander     ``^1``
advance       ``!3``
call off      ``/``
status roll   ``?c``              ``?c=3``
fortify       ``ala~nwt:4``       ``ala~nwt:4=bra`` where the card is drawn last
pass          ``--``              ``--=bra`` with the card drawn
bribe         ``$c:bra``
levy          ``&c``              ``&c=4``
headquarters  ``#ala``
mission       ``m:GEN2``
who begins    ``first``           ``first=426``
dealer        ``dealer``          ``dealer=b``
deal          ``deal``            ``deal=abcab...``, an army a territory
missions      ``missions``        ``missions=GEN1,MAJ2|GEN3,MAJ1``, a seat a part
============  ==================  ===============================================

A position is the board (an army's letter and its armies, ``/`` between continents, ``-`` for
nobody, ``a2+c1`` for team mates), the seat, the phase, the turn, then ``name:value`` for
everything else that is not empty. ``State.text(full=True)`` ends with ``on:``, what is played:
board, seats, edition, mode and the switches that differ, ``on:["duel",2,"2010","domination",{}]``.
"""

from .positions import PHASES, digest, full_position, parse_position, position
from .steps import chance_text, move_text, parse_chance, parse_move, parse_step, step_text
from .words import LETTERS, MAX_TEXT, NotationError, card_text, letter, parse_card

__all__ = [
    "LETTERS",
    "MAX_TEXT",
    "PHASES",
    "NotationError",
    "card_text",
    "chance_text",
    "digest",
    "full_position",
    "letter",
    "move_text",
    "parse_card",
    "parse_chance",
    "parse_move",
    "parse_position",
    "parse_step",
    "position",
    "step_text",
]
