#pragma once

#include <limits>
#include <optional>

namespace crownbridge {

// Converts an optional limit to a number for comparisons in inner loops: infinity or the largest number if there is no
// limit.
template <class T>
constexpr T value_or_max(const std::optional<T>& limit) {
  using Numbers = std::numeric_limits<T>;
  return limit.value_or(Numbers::has_infinity ? Numbers::infinity() : Numbers::max());
}

}  // namespace crownbridge
