#include "hex/playout.hpp"

#include <utility>

#include "core/random.hpp"

namespace crownbridge::hex {

PlayoutResults random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause) {
  PlayoutResults results;
  Random random{seed};
  std::vector<int> empty;
  for (int cell = 0; cell < start.board().cells(); ++cell)
    if (start.board().at(cell) == Stone::None) empty.push_back(cell);
  const auto start_winner = start.winner();

  for (std::int64_t game = 0; game < games; ++game) {
    if (game % kGamesBetweenPauses == 0) pause();
    Board board = start.board();
    Side turn = start.turn();
    std::optional<Side> winner = start_winner;
    for (int left = static_cast<int>(empty.size()); left > 0 && !winner; --left) {
      // Partial Fisher-Yates shuffle: cells already played are at the end. The next game may start from any order.
      std::swap(empty[static_cast<std::size_t>(random.below(left))], empty[static_cast<std::size_t>(left - 1)]);
      board.place(empty[static_cast<std::size_t>(left - 1)], turn);
      if (board.connected(turn)) winner = turn;
      turn = other(turn);
      ++results.moves;
    }
    ++results.wins[static_cast<std::size_t>(winner.value())];
  }
  return results;
}

}  // namespace crownbridge::hex
