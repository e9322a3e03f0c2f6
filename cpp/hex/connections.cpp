#include "hex/connections.hpp"

#include <algorithm>

namespace crownbridge::hex {

template <int W>
Connections<W>::Connections(const FillInBoard<W>& filled_board, Side side, const HSearchLimits& limits, StopAt stop_at)
    : side_(side), size_(static_cast<std::uint16_t>(filled_board.size())), ends_(filled_board.cells() + 2), limits_(limits) {
  prepare(filled_board);
  for (int cell = 0; cell < filled_board.cells(); ++cell) {
    if (opponent_.has(cell)) continue;
    for (const int near : neighbours(size_, cell)) {
      const int edge = near - filled_board.cells() - (side == Side::Red ? 0 : 2);
      if (near < filled_board.cells() ? (near > cell || opponent_.has(near)) : (edge < 0 || edge > 1)) continue;
      const int x = end_of(cell), y = end_of(near < filled_board.cells() ? near : filled_board.cells() + edge);
      if (x != y) add(x, y, {}, kNoKey);
    }
  }
  process_queue(stop_at);
}

template <int W>
Connections<W>::Connections(const Connections& previous, const FillInBoard<W>& filled_board, StopAt stop_at)
    : side_(previous.side_), size_(previous.size_), ends_(previous.ends_), limits_(previous.limits_) {
  prepare(filled_board);
  connections_.reserve(previous.connections_.size() + previous.connections_.size() / 4);
  const Cells<W> new_own = own_ - previous.own_, new_opponent = opponent_ - previous.opponent_;
  Cells<W> grown;  // ends whose chain has grown
  new_own.each([&](int cell) { grown.add(end_of(cell)); });

  std::vector<std::pair<int, int>> weakened_pairs;
  std::size_t index = 0;
  for (int x = 1; x < ends_; ++x)
    for (int y = 0; y < x; ++y, ++index) {
      const ConnectionList& fulls = previous.fulls_[index];
      const ConnectionList& semis = previous.semis_[index];
      if ((fulls.count | semis.count) == 0 || new_opponent.has(x) || new_opponent.has(y)) continue;
      const int to_x = end_of(x), to_y = end_of(y);
      if (to_x == to_y) continue;
      const bool has_grown = grown.has(to_x) || grown.has(to_y);
      bool weakened = false;
      const auto update = [&](const Connection& connection) {
        if (connection.carrier.intersects(new_opponent)) {
          weakened = true;
        } else if (connection.is_semi() && new_own.has(connection.key)) {
          // The key has a stone now: the AND rule finds this connection through it.
        } else if (has_grown || connection.carrier.intersects(new_own) || !connection.processed) {
          add(to_x, to_y, connection.carrier - new_own, connection.key);
        } else {
          push((connection.is_semi() ? semis_ : fulls_)[index], x, y, connection.carrier, connection.key, true);
        }
      };
      previous.each(fulls, update);
      previous.each(semis, update);
      if (weakened) weakened_pairs.emplace_back(to_x, to_y);
    }
  for (const auto& [x, y] : weakened_pairs) rebuild(x, y);
  process_queue(stop_at);
}

template <int W>
void Connections<W>::prepare(const FillInBoard<W>& filled_board) {
  own_ = filled_board.stones(side_);
  opponent_ = filled_board.stones(other(side_));
  const auto pairs = static_cast<std::size_t>(ends_ * (ends_ - 1) / 2);
  fulls_.resize(pairs);
  semis_.resize(pairs);
  partners_.resize(static_cast<std::size_t>(ends_));
  queue_.resize(static_cast<std::size_t>(ends_));
  find_chains();
}

// Assigns an end to every cell: chains are identified by their highest cell or edge.
template <int W>
void Connections<W>::find_chains() {
  chain_.resize(static_cast<std::size_t>(ends_));
  for (int end = 0; end < ends_; ++end) chain_[static_cast<std::size_t>(end)] = static_cast<std::uint16_t>(end);
  const int cells = size_ * size_;
  const int edge_offset = side_ == Side::Red ? 0 : 2;
  Cells<W> seen;
  std::vector<int> members;
  own_.each([&](int start) {
    if (seen.has(start)) return;
    members.assign(1, start);
    seen.add(start);
    int end = start;
    Cells<W> edges;
    for (std::size_t i = 0; i < members.size(); ++i)
      for (const int near : neighbours(size_, members[i])) {
        if (near < cells) {
          if (!own_.has(near) || seen.has(near)) continue;
          seen.add(near);
          members.push_back(near);
          end = std::max(end, near);
        } else if (near - cells - edge_offset == 0 || near - cells - edge_offset == 1) {
          end = std::max(end, near - edge_offset);
          edges.add(near - edge_offset);
        }
      }
    edges_in_one_chain_ = edges_in_one_chain_ || edges.count() == 2;
    for (const int member : members) chain_[static_cast<std::size_t>(member)] = static_cast<std::uint16_t>(end);
  });
}

// Returns the connection of the edges with the smallest carrier, or null.
template <int W>
auto Connections<W>::smallest(const std::vector<ConnectionList>& lists) const -> const Connection* {
  const Connection* best = nullptr;
  each(lists[pair(first_edge(size_), second_edge(size_))], [&](const Connection& connection) {
    if (best == nullptr || connection.carrier.count() < best->carrier.count()) best = &connection;
  });
  return best;
}

// Prepends a connection to a list.
template <int W>
void Connections<W>::push(ConnectionList& list, int x, int y, const Cells<W>& carrier, std::uint16_t key, bool processed) {
  const auto [low, high] = std::minmax(x, y);
  connections_.push_back({carrier, list.first, static_cast<std::uint16_t>(high), static_cast<std::uint16_t>(low), key, true,
                          processed});
  list.first = static_cast<std::uint32_t>(connections_.size() - 1);
  ++list.count;
  if (key == kNoKey) {
    partners_[static_cast<std::size_t>(x)].add(y);
    partners_[static_cast<std::size_t>(y)].add(x);
  }
}

// Removes all connections whose carrier is a superset of the given one.
template <int W>
void Connections<W>::remove_supersets(ConnectionList& list, const Cells<W>& carrier) {
  for (std::uint32_t* at = &list.first; *at != kNone;) {
    Connection& connection = connections_[*at];
    if (carrier.is_subset_of(connection.carrier)) {
      connection.live = false;
      *at = connection.next;
      --list.count;
    } else {
      at = &connection.next;
    }
  }
}

// Keeps carriers minimal: returns false if the list has a connection whose carrier is a subset of the given one;
// otherwise removes the supersets.
template <int W>
bool Connections<W>::remove_dominated(ConnectionList& list, const Cells<W>& carrier) {
  for (std::uint32_t i = list.first; i != kNone; i = connections_[i].next)
    if (connections_[i].carrier.is_subset_of(carrier)) return false;
  remove_supersets(list, carrier);
  return true;
}

// Adds a connection, unless its carrier is not minimal or the list is full, and queues it.
template <int W>
void Connections<W>::add(int x, int y, const Cells<W>& carrier, std::uint16_t key) {
  const std::size_t at = pair(x, y);
  ConnectionList& fulls = fulls_[at];
  ConnectionList& semis = semis_[at];
  if (key == kNoKey) {
    if (!remove_dominated(fulls, carrier) || static_cast<int>(fulls.count) >= limits_.max_fulls) return;
    remove_supersets(semis, carrier);
    push(fulls, x, y, carrier, key, false);
  } else {
    for (std::uint32_t i = fulls.first; i != kNone; i = connections_[i].next)
      if (connections_[i].carrier.is_subset_of(carrier)) return;
    if (!remove_dominated(semis, carrier) || static_cast<int>(semis.count) >= limits_.max_semis) return;
    push(semis, x, y, carrier, key, false);
  }
  queue_[static_cast<std::size_t>(carrier.count())].push_back(static_cast<std::uint32_t>(connections_.size() - 1));
}

// Repeats the AND rule for two ends that have lost a connection, and queues their semi connections for the OR rule.
template <int W>
void Connections<W>::rebuild(int x, int y) {
  const auto middles = partners_[static_cast<std::size_t>(x)] & partners_[static_cast<std::size_t>(y)];
  middles.each([&](int middle) {
    if (middle >= ends_ - 2) return;
    const bool chain = own_.has(middle);
    for (std::uint32_t i = fulls_[pair(x, middle)].first; i != kNone; i = connections_[i].next) {
      if (!connections_[i].processed) continue;
      const Cells<W> one = connections_[i].carrier;
      if (one.has(y)) continue;
      for (std::uint32_t j = fulls_[pair(middle, y)].first; j != kNone; j = connections_[j].next) {
        const Connection& two = connections_[j];
        if (!two.processed || two.carrier.has(x) || two.carrier.intersects(one)) continue;
        Cells<W> all = one | two.carrier;
        if (!chain) all.add(middle);
        add(x, y, all, chain ? kNoKey : static_cast<std::uint16_t>(middle));
      }
    }
  });
  for (std::uint32_t i = semis_[pair(x, y)].first; i != kNone; i = connections_[i].next)
    if (connections_[i].processed) {
      connections_[i].processed = false;
      queue_[static_cast<std::size_t>(connections_[i].carrier.count())].push_back(i);
    }
}

// Returns true if the stop condition is met.
template <int W>
bool Connections<W>::done(StopAt stop_at) const {
  const std::size_t edges = pair(ends_ - 2, ends_ - 1);
  return (stop_at != StopAt::Fixpoint && fulls_[edges].count > 0) ||
         (stop_at == StopAt::SemiConnected && semis_[edges].count > 0);
}

// Processes queued connections, those with the smallest carriers first, up to a fixpoint, the stop condition or the limit.
template <int W>
void Connections<W>::process_queue(StopAt stop_at) {
  int left = limits_.max_processed;
  for (std::size_t size = 0; size < queue_.size() && left > 0;) {
    if (queue_[size].empty()) {
      ++size;
      continue;
    }
    if (done(stop_at)) break;
    const std::uint32_t index = queue_[size].back();
    queue_[size].pop_back();
    if (!connections_[index].live || connections_[index].processed) continue;
    connections_[index].processed = true;
    --left;
    if (connections_[index].is_semi()) process_semi(index);
    else process_full(index);
    size = 0;
  }
  queue_.clear();
}

// Applies the AND rule to a full connection, through either end.
template <int W>
void Connections<W>::process_full(std::uint32_t index) {
  const Connection full = connections_[index];
  apply_and_rule(full.x, full.y, full.carrier);
  apply_and_rule(full.y, full.x, full.carrier);
}

// AND rule: combines the connection of `end` and `middle` with every other connection of `middle` that has a disjoint
// carrier. The result is a full connection if `middle` is a chain, and a semi connection with the key `middle` if it is
// an empty cell.
template <int W>
void Connections<W>::apply_and_rule(int middle, int end, const Cells<W>& carrier) {
  if (middle >= ends_ - 2) return;
  const bool chain = own_.has(middle);
  const auto key = chain ? kNoKey : static_cast<std::uint16_t>(middle);
  auto others = partners_[static_cast<std::size_t>(middle)] - carrier;
  others.remove(end);
  others.each([&](int far) {
    for (std::uint32_t i = fulls_[pair(middle, far)].first; i != kNone; i = connections_[i].next) {
      const Connection& connection = connections_[i];
      if (!connection.processed || connection.carrier.has(end) || connection.carrier.intersects(carrier)) continue;
      Cells<W> all = carrier | connection.carrier;
      if (!chain) all.add(middle);
      add(end, far, all, key);
    }
  });
}

// Applies the OR rule to a semi connection if all semi connections of its ends together have no common cell.
template <int W>
void Connections<W>::process_semi(std::uint32_t index) {
  const Connection semi = connections_[index];
  const ConnectionList& list = semis_[pair(semi.x, semi.y)];
  Cells<W> common = semi.carrier;
  for (std::uint32_t i = list.first; i != kNone; i = connections_[i].next)
    if (connections_[i].processed) common &= connections_[i].carrier;
  if (common.none()) apply_or_rule(semi.x, semi.y, list.first, semi.carrier, semi.carrier, limits_.max_or_operands - 1);
}

// OR rule: combines semi connections of the same ends until their carriers have no common cell, which makes a full
// connection. Only operands that reduce the intersection are added.
template <int W>
void Connections<W>::apply_or_rule(int x, int y, std::uint32_t from, const Cells<W>& common, const Cells<W>& all, int left) {
  for (std::uint32_t i = from; i != kNone; i = connections_[i].next) {
    if (!connections_[i].processed || !connections_[i].live) continue;
    const Cells<W> intersection = common & connections_[i].carrier;
    if (intersection == common) continue;
    if (intersection.none()) add(x, y, all | connections_[i].carrier, kNoKey);
    else if (left > 1) apply_or_rule(x, y, connections_[i].next, intersection, all | connections_[i].carrier, left - 1);
  }
}

template class Connections<1>;
template class Connections<2>;
template class Connections<4>;
template class Connections<6>;
template class Connections<11>;

}  // namespace crownbridge::hex
