#pragma once

#include <vector>

#include "hex/fill_in_board.hpp"

namespace crownbridge::hex {

// Limits of H-search. Up to 11x11 about 10,000 connections are processed before the fixpoint; on 26x26 it can be half a
// million.
struct HSearchLimits {
  int max_fulls = 10;           // full connections kept per pair of ends
  int max_semis = 16;           // semi connections kept per pair of ends
  int max_or_operands = 4;      // semi connections combined by the OR rule
  int max_processed = 50'000;   // connections to which the rules are applied
};

// Virtual connections of a side, found by H-search (Anshelevich). A full connection (virtual connection) joins two ends
// even if the opponent moves first; a semi connection does so if the side moves first, starting with its key. The
// carrier is the set of empty cells that a connection needs. Ends are the two edges of the side, its chains, and empty
// cells.
//
// H-search applies two rules up to a fixpoint. AND rule: full connections x-m and m-y with disjoint carriers combine to
// a full connection x-y if m is a chain, or to a semi connection with the key m if m is an empty cell. OR rule: semi
// connections of the same ends whose carriers have an empty intersection combine to a full connection, since no
// intrusion breaks all of them.
template <int W>
class Connections {
 public:
  static constexpr std::uint16_t kNoKey = 0xffff;

  struct Connection {
    Cells<W> carrier;
    std::uint32_t next;  // index of the next connection in the list
    std::uint16_t x, y;  // y < x
    std::uint16_t key;   // key of a semi connection; kNoKey for a full connection
    bool live, processed;  // not superseded by a smaller carrier; rules applied
    bool is_semi() const { return key != kNoKey; }
  };

  // Edges as ends of a side; cells are ends by their own number, chains by one of their cells.
  static int first_edge(int size) { return size * size; }
  static int second_edge(int size) { return size * size + 1; }

  // Stop condition: only at the fixpoint, or as soon as the edges are connected or semi-connected.
  enum class StopAt { Fixpoint, Connected, SemiConnected };

  Connections(const FillInBoard<W>& filled_board, Side side, const HSearchLimits& limits, StopAt stop_at);

  // Incremental update: the connections after stones were added to the board of `previous`.
  Connections(const Connections& previous, const FillInBoard<W>& filled_board, StopAt stop_at);

  Side side() const { return side_; }
  int ends() const { return ends_; }
  int end_of(int cell) const { return chain_[static_cast<std::size_t>(cell)]; }

  // Visits the full or semi connections between two ends.
  template <class Visit>
  void each_full(int x, int y, Visit visit) const { each(fulls_[pair(x, y)], visit); }
  template <class Visit>
  void each_semi(int x, int y, Visit visit) const { each(semis_[pair(x, y)], visit); }

  // The edges of the side: true if one chain joins them, and their full or semi connection with the smallest carrier or
  // null.
  bool edges_in_one_chain() const { return edges_in_one_chain_; }
  const Connection* edges_full() const { return smallest(fulls_); }
  const Connection* edges_semi() const { return smallest(semis_); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // A singly linked list of connections.
  struct ConnectionList {
    std::uint32_t first = kNone;
    std::uint32_t count = 0;
  };

  void prepare(const FillInBoard<W>& filled_board);
  void find_chains();
  static std::size_t pair(int x, int y) {
    return x > y ? static_cast<std::size_t>(x * (x - 1) / 2 + y) : static_cast<std::size_t>(y * (y - 1) / 2 + x);
  }

  template <class Visit>
  void each(const ConnectionList& list, Visit visit) const {
    for (std::uint32_t i = list.first; i != kNone; i = connections_[i].next) visit(connections_[i]);
  }
  const Connection* smallest(const std::vector<ConnectionList>& lists) const;

  void add(int x, int y, const Cells<W>& carrier, std::uint16_t key);
  bool remove_dominated(ConnectionList& list, const Cells<W>& carrier);
  void push(ConnectionList& list, int x, int y, const Cells<W>& carrier, std::uint16_t key, bool processed);
  void remove_supersets(ConnectionList& list, const Cells<W>& carrier);
  void rebuild(int x, int y);
  void process_queue(StopAt stop_at);
  void process_full(std::uint32_t index);
  void apply_and_rule(int middle, int end, const Cells<W>& carrier);
  void process_semi(std::uint32_t index);
  void apply_or_rule(int x, int y, std::uint32_t from, const Cells<W>& common, const Cells<W>& all, int left);
  bool done(StopAt stop_at) const;

  Side side_;
  bool edges_in_one_chain_ = false;
  std::uint16_t size_;
  int ends_;
  HSearchLimits limits_;
  Cells<W> own_, opponent_;                // stones of the side and of the opponent
  std::vector<std::uint16_t> chain_;   // by cell: the end that it belongs to
  std::vector<Connection> connections_;
  std::vector<ConnectionList> fulls_, semis_;   // by pair of ends
  std::vector<Cells<W>> partners_;     // by end: the ends with a full connection to it
  std::vector<std::vector<std::uint32_t>> queue_;  // connections to process, by size of the carrier
};

}  // namespace crownbridge::hex
