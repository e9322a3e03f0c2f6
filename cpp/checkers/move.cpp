#include "checkers/move.hpp"

namespace crownbridge::checkers {

std::string Move::text() const {
  std::string text = std::to_string(from() + 1);
  for (int i = 1; i < length(); ++i) (text += is_capture() ? 'x' : '-') += std::to_string((*this)[i] + 1);
  return text;
}

}  // namespace crownbridge::checkers
