#pragma once

// Scores for the side to move, in hundredths of a man (centipawns):
//
//   kWin - n       a win in n plies that the search has found
//   kTableWin - n  a win by endgame tables with distances; higher with fewer pieces and a shorter distance
//   kKnownWin + e  a win by endgame tables without distances; e is the evaluation, which guides the search
namespace crownbridge::checkers {

using Score = int;

inline constexpr Score kInfinity = 32000;
inline constexpr Score kWin = 30000;
inline constexpr Score kTableWin = 20000;
inline constexpr Score kKnownWin = 10000;
inline constexpr Score kMaxEvaluation = 5000;

inline constexpr int kMaxPly = 128;

// Win scores count plies from the root in the search, and from the position itself in the transposition table
// (Stockfish: value_to_tt and value_from_tt).
constexpr bool has_distance(Score score) { return score > kTableWin - 2000 || score < -kTableWin + 2000; }
constexpr Score from_here(Score score, int ply) { return !has_distance(score) ? score : score > 0 ? score + ply : score - ply; }
constexpr Score from_root(Score score, int ply) { return !has_distance(score) ? score : score > 0 ? score - ply : score + ply; }

}  // namespace crownbridge::checkers
