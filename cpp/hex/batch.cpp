#include "hex/batch.hpp"

namespace crownbridge::hex {

void BatchRow::mark_legal(bool* legal) const {
  if (over()) return;
  for (int cell = 0; cell < cells(); ++cell) legal[cell] = position_.board().at(cell) == Stone::None;
  if (position_.can_swap()) legal[cells()] = true;
}

bool BatchRow::allows(std::int64_t action) const {
  return action >= 0 && action < actions() && position_.why_illegal(move(static_cast<int>(action))).empty();
}

void BatchRow::write_cells(std::int8_t* out) const {
  for (int cell = 0; cell < cells(); ++cell) {
    const Stone stone = position_.board().at(cell);
    out[cell] = static_cast<std::int8_t>(stone == Stone::Red ? 1 : stone == Stone::Blue ? -1 : 0);
  }
}

}  // namespace crownbridge::hex
