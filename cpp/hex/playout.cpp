#include "hex/playout.hpp"

#include <utility>

#include "core/random.hpp"

namespace crownbridge::hex {

Tally random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause) {
  Tally tally;
  Random random{seed};
  std::vector<int> empty;
  for (int cell = 0; cell < start.board().cells(); ++cell)
    if (start.board().at(cell) == Stone::None) empty.push_back(cell);
  const auto already_won = start.winner();

  for (std::int64_t game = 0; game < games; ++game) {
    if (game % kGamesWithoutPause == 0) pause();
    Board board = start.board();
    Side turn = start.turn();
    std::optional<Side> winner = already_won;
    for (int left = static_cast<int>(empty.size()); left > 0 && !winner; --left) {
      // The cells already drawn in this game gather at the end; any order is as random a start for the next game.
      std::swap(empty[static_cast<std::size_t>(random.below(left))], empty[static_cast<std::size_t>(left - 1)]);
      board.place(empty[static_cast<std::size_t>(left - 1)], turn);
      if (board.connected(turn)) winner = turn;
      turn = other(turn);
      ++tally.moves;
    }
    ++tally.wins[static_cast<std::size_t>(winner.value())];
  }
  return tally;
}

}  // namespace crownbridge::hex
