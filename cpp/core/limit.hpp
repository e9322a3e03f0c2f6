#pragma once

#include <limits>
#include <optional>

namespace crownbridge {

// A limit as a plain number to compare with in an inner loop: without a limit, a number that is never reached.
template <class T>
constexpr T value_or_max(const std::optional<T>& limit) {
  using Numbers = std::numeric_limits<T>;
  return limit.value_or(Numbers::has_infinity ? Numbers::infinity() : Numbers::max());
}

}  // namespace crownbridge
