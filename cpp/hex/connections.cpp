#include "hex/connections.hpp"

#include <algorithm>

namespace crownbridge::hex {

template <int W>
Connections<W>::Connections(const Ground<W>& ground, Side side, const Effort& effort, Enough enough)
    : side_(side), size_(static_cast<std::uint16_t>(ground.size())), ends_(ground.cells() + 2), effort_(effort) {
  prepare(ground);
  for (int cell = 0; cell < ground.cells(); ++cell) {
    if (lost_.has(cell)) continue;
    for (const int near : neighbours(size_, cell)) {
      const int edge = near - ground.cells() - (side == Side::Red ? 0 : 2);
      if (near < ground.cells() ? (near > cell || lost_.has(near)) : (edge < 0 || edge > 1)) continue;
      const int x = end_of(cell), y = end_of(near < ground.cells() ? near : ground.cells() + edge);
      if (x != y) add(x, y, {}, kNoKey);
    }
  }
  spread_all(enough);
}

template <int W>
Connections<W>::Connections(const Connections& before, const Ground<W>& ground, Enough enough)
    : side_(before.side_), size_(before.size_), ends_(before.ends_), effort_(before.effort_) {
  prepare(ground);
  links_.reserve(before.links_.size() + before.links_.size() / 4);
  const Cells<W> gained = own_ - before.own_, gone = lost_ - before.lost_;
  Cells<W> touched;  // ends that have become more
  gained.each([&](int cell) { touched.add(end_of(cell)); });

  std::vector<std::pair<int, int>> weaker;
  std::size_t index = 0;
  for (int x = 1; x < ends_; ++x)
    for (int y = 0; y < x; ++y, ++index) {
      const Heads& fulls = before.fulls_[index];
      const Heads& semis = before.semis_[index];
      if ((fulls.count | semis.count) == 0 || gone.has(x) || gone.has(y)) continue;
      const int to_x = end_of(x), to_y = end_of(y);
      if (to_x == to_y) continue;
      const bool anew = touched.has(to_x) || touched.has(to_y);
      bool weakened = false;
      const auto take = [&](const Link& link) {
        if (link.carrier.meets(gone)) {
          weakened = true;
        } else if (link.is_semi() && gained.has(link.key)) {
          // The stone on the key is a middle now.
        } else if (anew || link.carrier.meets(gained) || !link.spread) {
          add(to_x, to_y, link.carrier - gained, link.key);
        } else {
          push((link.is_semi() ? semis_ : fulls_)[index], x, y, link.carrier, link.key, true);
        }
      };
      before.each(fulls, take);
      before.each(semis, take);
      if (weakened) weaker.emplace_back(to_x, to_y);
    }
  for (const auto& [x, y] : weaker) renew(x, y);
  spread_all(enough);
}

template <int W>
void Connections<W>::prepare(const Ground<W>& ground) {
  own_ = ground.stones(side_);
  lost_ = ground.stones(other(side_));
  const auto pairs = static_cast<std::size_t>(ends_ * (ends_ - 1) / 2);
  fulls_.resize(pairs);
  semis_.resize(pairs);
  partners_.resize(static_cast<std::size_t>(ends_));
  queue_.resize(static_cast<std::size_t>(ends_));
  join_chains();
}

// A chain goes by its highest end: the edges come last.
template <int W>
void Connections<W>::join_chains() {
  chain_.resize(static_cast<std::size_t>(ends_));
  for (int end = 0; end < ends_; ++end) chain_[static_cast<std::size_t>(end)] = static_cast<std::uint16_t>(end);
  const int cells = size_ * size_;
  const int skipped = side_ == Side::Red ? 0 : 2;
  Cells<W> seen;
  std::vector<int> members;
  own_.each([&](int start) {
    if (seen.has(start)) return;
    members.assign(1, start);
    seen.add(start);
    int name = start;
    Cells<W> edges;
    for (std::size_t i = 0; i < members.size(); ++i)
      for (const int near : neighbours(size_, members[i])) {
        if (near < cells) {
          if (!own_.has(near) || seen.has(near)) continue;
          seen.add(near);
          members.push_back(near);
          name = std::max(name, near);
        } else if (near - cells - skipped == 0 || near - cells - skipped == 1) {
          name = std::max(name, near - skipped);
          edges.add(near - skipped);
        }
      }
    joined_ = joined_ || edges.count() == 2;
    for (const int member : members) chain_[static_cast<std::size_t>(member)] = static_cast<std::uint16_t>(name);
  });
}

template <int W>
auto Connections<W>::smallest(const std::vector<Heads>& lists) const -> const Link* {
  const Link* best = nullptr;
  each(lists[pair(first_edge(size_), second_edge(size_))], [&](const Link& link) {
    if (best == nullptr || link.carrier.count() < best->carrier.count()) best = &link;
  });
  return best;
}

template <int W>
void Connections<W>::push(Heads& heads, int x, int y, const Cells<W>& carrier, std::uint16_t key, bool spread) {
  const auto [low, high] = std::minmax(x, y);
  links_.push_back({carrier, heads.first, static_cast<std::uint16_t>(high), static_cast<std::uint16_t>(low), key, true, spread});
  heads.first = static_cast<std::uint32_t>(links_.size() - 1);
  ++heads.count;
  if (key == kNoKey) {
    partners_[static_cast<std::size_t>(x)].add(y);
    partners_[static_cast<std::size_t>(y)].add(x);
  }
}

template <int W>
void Connections<W>::drop_wider(Heads& heads, const Cells<W>& carrier) {
  for (std::uint32_t* at = &heads.first; *at != kNone;) {
    Link& link = links_[*at];
    if (carrier.within(link.carrier)) {
      link.live = false;
      *at = link.next;
      --heads.count;
    } else {
      at = &link.next;
    }
  }
}

// False if a link with no more cells is there already.
template <int W>
bool Connections<W>::make_room(Heads& heads, const Cells<W>& carrier) {
  for (std::uint32_t i = heads.first; i != kNone; i = links_[i].next)
    if (links_[i].carrier.within(carrier)) return false;
  drop_wider(heads, carrier);
  return true;
}

template <int W>
void Connections<W>::add(int x, int y, const Cells<W>& carrier, std::uint16_t key) {
  const std::size_t at = pair(x, y);
  Heads& fulls = fulls_[at];
  Heads& semis = semis_[at];
  if (key == kNoKey) {
    if (!make_room(fulls, carrier) || static_cast<int>(fulls.count) >= effort_.fulls) return;
    drop_wider(semis, carrier);
    push(fulls, x, y, carrier, key, false);
  } else {
    for (std::uint32_t i = fulls.first; i != kNone; i = links_[i].next)
      if (links_[i].carrier.within(carrier)) return;
    if (!make_room(semis, carrier) || static_cast<int>(semis.count) >= effort_.semis) return;
    push(semis, x, y, carrier, key, false);
  }
  queue_[static_cast<std::size_t>(carrier.count())].push_back(static_cast<std::uint32_t>(links_.size() - 1));
}

// Looks once more for what joins two ends that lost something.
template <int W>
void Connections<W>::renew(int x, int y) {
  const auto middles = partners_[static_cast<std::size_t>(x)] & partners_[static_cast<std::size_t>(y)];
  middles.each([&](int middle) {
    if (middle >= ends_ - 2) return;
    const bool chain = own_.has(middle);
    for (std::uint32_t i = fulls_[pair(x, middle)].first; i != kNone; i = links_[i].next) {
      if (!links_[i].spread) continue;
      const Cells<W> one = links_[i].carrier;
      if (one.has(y)) continue;
      for (std::uint32_t j = fulls_[pair(middle, y)].first; j != kNone; j = links_[j].next) {
        const Link& two = links_[j];
        if (!two.spread || two.carrier.has(x) || two.carrier.meets(one)) continue;
        Cells<W> all = one | two.carrier;
        if (!chain) all.add(middle);
        add(x, y, all, chain ? kNoKey : static_cast<std::uint16_t>(middle));
      }
    }
  });
  for (std::uint32_t i = semis_[pair(x, y)].first; i != kNone; i = links_[i].next)
    if (links_[i].spread) {
      links_[i].spread = false;
      queue_[static_cast<std::size_t>(links_[i].carrier.count())].push_back(i);
    }
}

template <int W>
bool Connections<W>::done(Enough enough) const {
  const std::size_t edges = pair(ends_ - 2, ends_ - 1);
  return (enough != Enough::All && fulls_[edges].count > 0) ||
         (enough == Enough::SemiConnected && semis_[edges].count > 0);
}

template <int W>
void Connections<W>::spread_all(Enough enough) {
  int left = effort_.spreads;
  for (std::size_t size = 0; size < queue_.size() && left > 0;) {
    if (queue_[size].empty()) {
      ++size;
      continue;
    }
    if (done(enough)) break;
    const std::uint32_t link = queue_[size].back();
    queue_[size].pop_back();
    if (!links_[link].live || links_[link].spread) continue;
    links_[link].spread = true;
    --left;
    if (links_[link].is_semi()) spread_semi(link);
    else spread_full(link);
    size = 0;
  }
  queue_.clear();
}

template <int W>
void Connections<W>::spread_full(std::uint32_t link) {
  const Link full = links_[link];
  spread_through(full.x, full.y, full.carrier);
  spread_through(full.y, full.x, full.carrier);
}

// And: the connection end-middle with every connection of the middle.
template <int W>
void Connections<W>::spread_through(int middle, int end, const Cells<W>& carrier) {
  if (middle >= ends_ - 2) return;
  const bool chain = own_.has(middle);
  const auto key = chain ? kNoKey : static_cast<std::uint16_t>(middle);
  auto others = partners_[static_cast<std::size_t>(middle)] - carrier;
  others.remove(end);
  others.each([&](int far) {
    for (std::uint32_t i = fulls_[pair(middle, far)].first; i != kNone; i = links_[i].next) {
      const Link& link = links_[i];
      if (!link.spread || link.carrier.has(end) || link.carrier.meets(carrier)) continue;
      Cells<W> all = carrier | link.carrier;
      if (!chain) all.add(middle);
      add(end, far, all, key);
    }
  });
}

template <int W>
void Connections<W>::spread_semi(std::uint32_t link) {
  const Link semi = links_[link];
  const Heads& heads = semis_[pair(semi.x, semi.y)];
  Cells<W> common = semi.carrier;
  for (std::uint32_t i = heads.first; i != kNone; i = links_[i].next)
    if (links_[i].spread) common &= links_[i].carrier;
  if (common.none()) join(semi.x, semi.y, heads.first, semi.carrier, semi.carrier, effort_.joined - 1);
}

// Or: adds semi-connections of the list, each of which takes something from what all so far have in common.
template <int W>
void Connections<W>::join(int x, int y, std::uint32_t from, const Cells<W>& common, const Cells<W>& all, int left) {
  for (std::uint32_t i = from; i != kNone; i = links_[i].next) {
    if (!links_[i].spread || !links_[i].live) continue;
    const Cells<W> less = common & links_[i].carrier;
    if (less == common) continue;
    if (less.none()) add(x, y, all | links_[i].carrier, kNoKey);
    else if (left > 1) join(x, y, links_[i].next, less, all | links_[i].carrier, left - 1);
  }
}

template class Connections<1>;
template class Connections<2>;
template class Connections<4>;
template class Connections<6>;
template class Connections<11>;

}  // namespace crownbridge::hex
