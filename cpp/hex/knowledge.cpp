#include "hex/knowledge.hpp"

namespace crownbridge::hex {

Judgement judge(const Board& board, Side) {
  Judgement judgement;
  for (int cell = 0; cell < board.cells(); ++cell)
    if (board.at(cell) == Stone::None) judgement.moves.push_back(static_cast<std::uint16_t>(cell));
  return judgement;
}

}  // namespace crownbridge::hex
