"""Positions of the checkers benchmark."""

POSITIONS = (
    "rrrrrrrrrrrr........wwwwwwwwwwww r 50",
    "rrrrrr.rrr.r.rr...w.wwwwwww.wwww w 45",
    "rrrrrr..rrrr.r...ww.wwww..w.wwww r 48",
    "rrrrrr.rr..r.r.r....www.wwwwwwww w 50",
    "rrrr....rrrr.rr.w.w.ww.ww...wwww w 43",
    "r.rr.rr.rr.wwrrrw...w....ww.wwww w 47",
    "r.rr.r.rrrr.w....wwr.w.....wwwww w 45",
    "..rrr.rrrrrr....w.....www..wwwww r 49",
    "..rrrr..rrrww...wrwww......ww... w 47",
    "r.rrr...r.rr......wrww....w.wwww r 50",
    "r..r.rr.rr.rw....ww..ww.w....w.. w 49",
    "r.rr...r...rwrr......w....w.wwww w 50",
    "....r.rrw.r..w....rwwr.....w...w w 48",
    "r..r.r...r..wrr......ww.....www. w 49",
    "....r.w...W..w.r...r.Rr....w...w w 41",
    "..r..r.wr.wr........Rw.w.......w r 49",
    "r.r.....w.rw.w...r..w..........w r 46",
    "rWW.W......w....R.r...R......... w 46",
    "......W...wr.r..R.....rw....w... r 47",
    "......r..r......wwr.w......w.... r 49",
    "r.........W.....W.r...........Rw r 44",
    "............w.W.......r..RR..... w 39",
)
"""Positions from self-play games after a few random moves, sorted by decreasing number of pieces."""
