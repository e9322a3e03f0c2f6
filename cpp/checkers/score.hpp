#pragma once

// What a position is worth to the side to move, in hundredths of a man.
//
//   kWin - n       a win in n plies, played out by the search
//   kTableWin - n  a win by the endgame tables that know the way; fewer pieces and fewer moves to go are worth more
//   kKnownWin + e  a win by the tables that know only that it is one; e is the evaluation, which shows the way
namespace crownbridge::checkers {

using Score = int;

inline constexpr Score kInfinity = 32000;
inline constexpr Score kWin = 30000;
inline constexpr Score kTableWin = 20000;
inline constexpr Score kKnownWin = 10000;
inline constexpr Score kMostEvaluation = 5000;

inline constexpr int kMostPly = 128;

// Scores of a win or loss count from the root in the search and from the position itself in the transposition table.
constexpr bool has_distance(Score score) { return score > kTableWin - 2000 || score < -kTableWin + 2000; }
constexpr Score from_here(Score score, int ply) { return !has_distance(score) ? score : score > 0 ? score + ply : score - ply; }
constexpr Score from_root(Score score, int ply) { return !has_distance(score) ? score : score > 0 ? score - ply : score + ply; }

}  // namespace crownbridge::checkers
