#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace crownbridge::checkers::endgame {

inline constexpr int kFewestPieces = 2;
inline constexpr int kMostPieces = 7;

// What stands on the board, seen by the side to move. Every material has a slice of a table of its own.
struct Material {
  int own_men, own_kings, their_men, their_kings;

  constexpr int pieces() const { return own_men + own_kings + their_men + their_kings; }
  constexpr bool has_both_sides() const { return own_men + own_kings > 0 && their_men + their_kings > 0; }
  constexpr int men() const { return own_men + their_men; }

  // The same pieces when the other side is to move: where quiet moves without a crowning lead.
  constexpr Material partner() const { return {their_men, their_kings, own_men, own_kings}; }

  // A number of its own below kKeys.
  static constexpr std::size_t kKeys = 4096;
  constexpr std::size_t key() const {
    return static_cast<std::size_t>(((own_men * 8 + own_kings) * 8 + their_men) * 8 + their_kings);
  }

  // Own pieces first, as 1m2k-0m1k.
  std::string name() const {
    return std::to_string(own_men) + "m" + std::to_string(own_kings) + "k-" + std::to_string(their_men) + "m" +
           std::to_string(their_kings) + "k";
  }

  constexpr auto operator<=>(const Material&) const = default;
};

// One of each pair of partners with that many pieces; every crowning leads to an earlier pair or out of the list.
inline std::vector<Material> pairs_in_order(int pieces) {
  std::vector<Material> found;
  for (int men = 0; men <= pieces; ++men)
    for (int own_men = 0; own_men <= men; ++own_men)
      for (int own_kings = 0; own_kings <= pieces - men; ++own_kings) {
        const Material material{own_men, own_kings, men - own_men, pieces - men - own_kings};
        if (material.has_both_sides() && material >= material.partner()) found.push_back(material);
      }
  return found;
}

// Every material with that many pieces where both sides have one, in ascending order.
inline std::vector<Material> all_materials(int pieces) {
  std::vector<Material> found;
  for (const Material& material : pairs_in_order(pieces)) {
    found.push_back(material);
    if (material != material.partner()) found.push_back(material.partner());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace crownbridge::checkers::endgame
