#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace crownbridge {

// Quotes untrusted text for a message: truncated, with '?' for every byte that is not printable ASCII.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kMaxLength = 40;
  std::string out(text.substr(0, kMaxLength));
  std::ranges::replace_if(out, [](unsigned char c) { return c < 32 || c > 126; }, '?');
  return "'" + out + (text.size() > kMaxLength ? "...'" : "'");
}

}  // namespace crownbridge
