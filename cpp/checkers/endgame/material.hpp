#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace crownbridge::checkers::endgame {

inline constexpr int kMinPieces = 2;
inline constexpr int kMaxPieces = 7;

// Material balance from the view of the side to move. Each material has its own slice of a table.
struct Material {
  int own_men, own_kings, their_men, their_kings;

  constexpr int pieces() const { return own_men + own_kings + their_men + their_kings; }
  constexpr bool has_both_sides() const { return own_men + own_kings > 0 && their_men + their_kings > 0; }
  constexpr int men() const { return own_men + their_men; }

  // The same pieces with the other side to move; quiet moves without a crowning lead there.
  constexpr Material flipped() const { return {their_men, their_kings, own_men, own_kings}; }

  // Unique key below kKeys.
  static constexpr std::size_t kKeys = 4096;
  constexpr std::size_t key() const {
    return static_cast<std::size_t>(((own_men * 8 + own_kings) * 8 + their_men) * 8 + their_kings);
  }

  // Name with own pieces first, such as 1m2k-0m1k.
  std::string name() const {
    return std::to_string(own_men) + "m" + std::to_string(own_kings) + "k-" + std::to_string(their_men) + "m" +
           std::to_string(their_kings) + "k";
  }

  constexpr auto operator<=>(const Material&) const = default;
};

// Returns one material of each pair (a material and its flipped one) in the order of solving: every crowning leads to
// an earlier pair or to another table.
inline std::vector<Material> material_pairs(int pieces) {
  std::vector<Material> materials;
  for (int men = 0; men <= pieces; ++men)
    for (int own_men = 0; own_men <= men; ++own_men)
      for (int own_kings = 0; own_kings <= pieces - men; ++own_kings) {
        const Material material{own_men, own_kings, men - own_men, pieces - men - own_kings};
        if (material.has_both_sides() && material >= material.flipped()) materials.push_back(material);
      }
  return materials;
}

// Returns all materials with the given number of pieces in ascending order. Both sides have at least one piece.
inline std::vector<Material> all_materials(int pieces) {
  std::vector<Material> materials;
  for (const Material& material : material_pairs(pieces)) {
    materials.push_back(material);
    if (material != material.flipped()) materials.push_back(material.flipped());
  }
  std::ranges::sort(materials);
  return materials;
}

}  // namespace crownbridge::checkers::endgame
