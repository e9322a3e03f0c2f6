#include "checkers/endgame/index.hpp"

#include <array>
#include <utility>
#include <vector>

namespace crownbridge::checkers::endgame {
namespace {

// The sets of so many of 32 places, in the order of their ranks.
std::vector<std::uint32_t> make_sets(int size) {
  if (size == 0) return {0};
  std::vector<std::uint32_t> sets;
  for (std::uint64_t set = (1U << size) - 1; set >> kSquares == 0;) {
    sets.push_back(static_cast<std::uint32_t>(set));
    const std::uint64_t lowest = set & -set, carried = set + lowest;  // the next larger number with as many bits
    set = carried | ((set ^ carried) >> 2) / lowest;
  }
  return sets;
}

// Made when they are first asked for: who only looks values up does without.
template <std::size_t Size>
std::uint32_t set_of(Number rank) {
  static const std::vector<std::uint32_t> sets = make_sets(Size);
  return sets[rank];
}

constexpr auto kSetOf = []<std::size_t... Size>(std::index_sequence<Size...>) {
  return std::array{&set_of<Size>...};
}(std::make_index_sequence<kMostPieces>());

std::uint32_t set_of(int size, Number rank) { return kSetOf[static_cast<std::size_t>(size)](rank); }

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
      their_kings_(choose(kSquares - material.men() - material.own_kings, material.their_kings)) {}

std::optional<Board> Index::board(Number number) const {
  const Number their_kings_rank = number % their_kings_;
  number /= their_kings_;
  const Number own_kings_rank = number % own_kings_;
  number /= own_kings_;
  const Bits own_men = spread(set_of(material_.own_men, number / their_men_));
  const Bits their_men = spread(Bits{set_of(material_.their_men, number % their_men_)} << (kSquares - kManSquares));
  if (own_men & their_men) return std::nullopt;
  const Bits men = own_men | their_men;
  const Bits own_kings = spread(set_of(material_.own_kings, own_kings_rank), men);
  const Bits their_kings = spread(set_of(material_.their_kings, their_kings_rank), men | own_kings);
  return Board{{own_men | own_kings, their_men | their_kings}, own_kings | their_kings, Side::Red};
}

}  // namespace crownbridge::checkers::endgame
