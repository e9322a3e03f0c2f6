#include "checkers/endgame/index.hpp"

#include <array>
#include <vector>

namespace crownbridge::checkers::endgame {
namespace {

// The sets of so many of 32 places, in the order of their ranks.
const std::uint32_t* sets_of_size(int size) {
  static const auto sets = [] {
    std::array<std::vector<std::uint32_t>, kMostPieces> all;
    all[0] = {0};
    for (std::size_t k = 1; k < all.size(); ++k)
      for (std::uint64_t set = (1U << k) - 1; set >> kSquares == 0;) {
        all[k].push_back(static_cast<std::uint32_t>(set));
        const std::uint64_t lowest = set & -set, carried = set + lowest;  // the next larger number with as many bits
        set = carried | ((set ^ carried) >> 2) / lowest;
      }
    return all;
  }();
  return sets[static_cast<std::size_t>(size)].data();
}

// The squares of a set of places when all squares are free.
constexpr Bits spread(Bits places) {
  return (places & 0xff) | (places & 0xff00) << 1 | (places & 0xff0000) << 2 | (places & 0xff000000) << 3;
}

// The squares of a set of places when some are taken.
Bits spread(std::uint32_t places, Bits taken) {
  Bits set = 0;
  for (; places; places &= places - 1) {
    int square = __builtin_ctz(places);
    for (Bits rest = taken; rest && square_of(rest) <= square; rest &= rest - 1) ++square;
    set |= bit(square);
  }
  return set;
}

}  // namespace

Index::Index(const Material& material)
    : material_(material),
      own_men_(choose(kManSquares, material.own_men)),
      their_men_(choose(kManSquares, material.their_men)),
      own_kings_(choose(kSquares - material.men(), material.own_kings)),
      their_kings_(choose(kSquares - material.men() - material.own_kings, material.their_kings)),
      own_men_sets_(sets_of_size(material.own_men)),
      their_men_sets_(sets_of_size(material.their_men)),
      own_kings_sets_(sets_of_size(material.own_kings)),
      their_kings_sets_(sets_of_size(material.their_kings)) {}

std::optional<Board> Index::board(Number number) const {
  const Number their_kings_rank = number % their_kings_;
  number /= their_kings_;
  const Number own_kings_rank = number % own_kings_;
  number /= own_kings_;
  const Bits own_men = spread(own_men_sets_[number / their_men_]);
  const Bits their_men = spread(Bits{their_men_sets_[number % their_men_]} << (kSquares - kManSquares));
  if (own_men & their_men) return std::nullopt;
  const Bits men = own_men | their_men;
  const Bits own_kings = spread(own_kings_sets_[own_kings_rank], men);
  const Bits their_kings = spread(their_kings_sets_[their_kings_rank], men | own_kings);
  return Board{{own_men | own_kings, their_men | their_kings}, own_kings | their_kings, Side::Red};
}

}  // namespace crownbridge::checkers::endgame
