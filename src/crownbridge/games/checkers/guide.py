"""The rules of checkers in words and pictures."""

from crownbridge.games.guide import Picture, Section

GUIDE = (
    Section(
        "Goal",
        (
            (
                "Leave your opponent without a move: capture all pieces, or block those that are left. "
                "Checkers is also called English draughts."
            ),
            (
                "The board has 32 dark squares, numbered 1 to 32 from the top left. Each side starts with twelve men. "
                "Red moves first, then the players take turns."
            ),
        ),
        (Picture("The start: red at the top, white at the bottom"),),
    ),
    Section(
        "Moves",
        (
            "A man steps diagonally forwards to an empty square. Red moves down the board, white moves up.",
            "A king steps diagonally in all four directions, also one square at a time.",
        ),
        (
            Picture("A man of red may step to 14 or 15", "B:W24,27,28:B10", "10-15"),
            Picture("A king may step in four directions", "B:W13,24,32:BK14", "14-9"),
        ),
    ),
    Section(
        "Captures",
        (
            (
                "A piece captures an enemy piece beside it by jumping over it to the empty square behind. "
                "Men jump forwards, kings in all four directions."
            ),
            (
                "Captures are mandatory: if you can capture, you must. If the piece can jump again from where it "
                "landed, it must continue in the same move. If there are several captures, choose any of them, even "
                "one that takes fewer pieces. The pieces that must capture have a ring on the board."
            ),
        ),
        (
            Picture("Red must capture", "B:W15,30,32:B10,1", "10x19"),
            Picture("Two jumps in one move", "B:W7,15,30:B2,1", "2x11x18"),
        ),
    ),
    Section(
        "Kings",
        (
            (
                "A man that reaches the last row is crowned: it becomes a king. Its move ends there, "
                "even if the new king could capture."
            ),
        ),
        (Picture("This man is crowned on 31", "B:W20,13:B26", "26-31"),),
    ),
    Section(
        "End of the game",
        (
            "A player who has no legal move loses, because all pieces are captured or blocked.",
            (
                "The game is drawn after many moves without a capture. How many, and whether a repeated position is a "
                "draw, are options of the game."
            ),
        ),
        (Picture("White to move has lost: the man on 29 is blocked", "W:W29:B22,25"),),
    ),
)
