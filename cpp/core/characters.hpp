#pragma once

#include <cstddef>
#include <string_view>

namespace crownbridge {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Returns the index of the first character from `at` on that is not white space.
constexpr std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

}  // namespace crownbridge
