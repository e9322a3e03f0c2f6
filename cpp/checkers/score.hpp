#pragma once

// Scores for the side to move, in hundredths of a man (centipawns):
//
//   kWin - n         a win in n plies that the search has found
//   kTableWin - n    a win by endgame tables; higher with fewer pieces and a shorter distance
//   kKnownWin + e    a win by endgame tables whose distance does not count under these rules; e is the evaluation
//   kLikelyWin + n   a win by endgame tables if the draw counter, which may be too low, allows it
namespace crownbridge::checkers {

using Score = int;

inline constexpr Score kInfinity = 32000;
inline constexpr Score kWin = 30000;
inline constexpr Score kTableWin = 20000;
inline constexpr Score kTablePiece = 300;  // each piece on the board lowers the score of a table win by this
inline constexpr Score kKnownWin = 10000;
inline constexpr Score kMaxEvaluation = 5000;
inline constexpr Score kLikelyWin = 3000;

inline constexpr int kMaxPly = 128;

// Win scores count plies from the root in the search, and from the position itself in the transposition table
// (Stockfish: value_to_tt and value_from_tt).
constexpr bool has_distance(Score score) { return score > kTableWin - 3000 || score < -kTableWin + 3000; }
constexpr Score from_here(Score score, int ply) { return !has_distance(score) ? score : score > 0 ? score + ply : score - ply; }
constexpr Score from_root(Score score, int ply) { return !has_distance(score) ? score : score > 0 ? score - ply : score + ply; }

}  // namespace crownbridge::checkers
