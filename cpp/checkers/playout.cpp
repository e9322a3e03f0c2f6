#include "checkers/playout.hpp"

#include "checkers/movegen.hpp"
#include "core/random.hpp"

namespace crownbridge::checkers {

Tally random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause) {
  Tally tally;
  Random random{seed};
  for (std::int64_t game = 0; game < games; ++game) {
    if (game % kGamesWithoutPause == 0) pause();
    Position position = start;
    Verdict verdict;
    while ((verdict = position.verdict()) == Verdict::Live) {
      // Each further move replaces the chosen one with the right chance: one pass, no list.
      Effect chosen{};
      int seen = 0;
      visit_moves(position.board(), [&](Move, const Effect& effect) {
        if (random.below(++seen) == 0) chosen = effect;
      });
      position = position.after(chosen);
    }
    tally.moves += static_cast<std::uint64_t>(position.moves_played() - start.moves_played());
    if (verdict == Verdict::RedWins) ++tally.wins[0];
    else if (verdict == Verdict::WhiteWins) ++tally.wins[1];
    else ++tally.draws;
  }
  return tally;
}

}  // namespace crownbridge::checkers
