#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace crownbridge {

// How a stranger's text stands in a message: short, with bytes that are not printable ASCII as '?'.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string out(text.substr(0, kMost));
  std::ranges::replace_if(out, [](unsigned char c) { return c < 32 || c > 126; }, '?');
  return "'" + out + (text.size() > kMost ? "...'" : "'");
}

}  // namespace crownbridge
