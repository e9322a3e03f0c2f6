#include "checkers/endgame/index.hpp"

namespace crownbridge::checkers::endgame {
namespace {

// The set with that rank: the inverse of rank_of.
Bits set_of(Number rank, int size, Bits taken, int first) {
  Bits set = 0;
  int most = kSquares;
  for (int k = size; k > 0; --k) {
    int place = k - 1;
    while (place + 1 < most && choose(place + 1, k) <= rank) ++place;
    rank -= choose(place, k);
    most = place;
    int square = place + first;
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
  const Bits own_men = set_of(number / their_men_, material_.own_men, 0, 0);
  const Bits their_men = set_of(number % their_men_, material_.their_men, 0, kSquares - kManSquares);
  if (own_men & their_men) return std::nullopt;
  const Bits men = own_men | their_men;
  const Bits own_kings = set_of(own_kings_rank, material_.own_kings, men, 0);
  const Bits their_kings = set_of(their_kings_rank, material_.their_kings, men | own_kings, 0);
  return Board{{own_men | own_kings, their_men | their_kings}, own_kings | their_kings, Side::Red};
}

}  // namespace crownbridge::checkers::endgame
