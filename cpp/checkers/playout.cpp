#include "checkers/playout.hpp"

#include "checkers/movegen.hpp"
#include "core/random.hpp"

namespace crownbridge::checkers {

PlayoutResults random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause) {
  PlayoutResults results;
  Random random{seed};
  for (std::int64_t game = 0; game < games; ++game) {
    if (game % kGamesBetweenPauses == 0) pause();
    Position position = start;
    Verdict verdict;
    while ((verdict = position.verdict()) == Verdict::Live) {
      // Chooses a move by reservoir sampling, without a list of moves.
      Effect chosen{};
      int count = 0;
      visit_moves(position.board(), [&](Move, const Effect& effect) {
        if (random.below(++count) == 0) chosen = effect;
      });
      position = position.after(chosen);
    }
    results.moves += static_cast<std::uint64_t>(position.moves_played() - start.moves_played());
    if (verdict == Verdict::RedWins) ++results.wins[0];
    else if (verdict == Verdict::WhiteWins) ++results.wins[1];
    else ++results.draws;
  }
  return results;
}

}  // namespace crownbridge::checkers
