#pragma once

#include <vector>

#include "hex/ground.hpp"

namespace crownbridge::hex {

// How much is looked for: connections kept between two ends, semi-connections joined into one connection, and connections
// whose consequences are looked for. Up to 11x11 about 10,000 of these have any; on 26x26 it can be half a million.
struct Effort {
  int fulls = 10;
  int semis = 16;
  int joined = 4;
  int spreads = 50'000;
};

// What a side has for certain. A connection joins two ends even if the opponent moves first, a semi-connection if the side
// does, beginning with its key; both need none but the empty cells of their carrier. Ends are the side's two edges, its
// chains, and empty cells, as if they had its stone.
//
// Found by two rules until nothing new turns up. And: connections x-m and m-y that do not get into each other's way join x
// and y, through a chain m, or with a stone on m, which makes a semi-connection. Or: semi-connections of the same ends
// that have no cell in common make a connection, as no intrusion meets them all.
template <int W>
class Connections {
 public:
  static constexpr std::uint16_t kNoKey = 0xffff;

  struct Link {
    Cells<W> carrier;
    std::uint32_t next;
    std::uint16_t x, y;  // y < x
    std::uint16_t key;   // of a semi-connection; kNoKey in a connection
    bool live, spread;   // whether it still is the least of its kind, and whether its consequences were looked for
    bool is_semi() const { return key != kNoKey; }
  };

  // The ends of a side: a cell, an edge, or a cell that stands for its whole chain.
  static int first_edge(int size) { return size * size; }
  static int second_edge(int size) { return size * size + 1; }

  // `enough` ends the search as soon as the edges are connected, or semi-connected.
  enum class Enough { All, Connected, SemiConnected };

  Connections(const Ground<W>& ground, Side side, const Effort& effort, Enough enough);

  // What is left of the connections, and added to them, by more stones.
  Connections(const Connections& before, const Ground<W>& ground, Enough enough);

  Side side() const { return side_; }
  int ends() const { return ends_; }
  int end_of(int cell) const { return chain_[static_cast<std::size_t>(cell)]; }

  // Visits the connections, or semi-connections, between two ends.
  template <class Visit>
  void each_full(int x, int y, Visit visit) const { each(fulls_[pair(x, y)], visit); }
  template <class Visit>
  void each_semi(int x, int y, Visit visit) const { each(semis_[pair(x, y)], visit); }

  // Whether a chain joins the edges; otherwise the smallest link that does.
  bool edges_joined() const { return joined_; }
  const Link* edges_full() const { return smallest(fulls_); }
  const Link* edges_semi() const { return smallest(semis_); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Heads {
    std::uint32_t first = kNone;
    std::uint32_t count = 0;
  };

  void prepare(const Ground<W>& ground);
  void join_chains();
  static std::size_t pair(int x, int y) {
    return x > y ? static_cast<std::size_t>(x * (x - 1) / 2 + y) : static_cast<std::size_t>(y * (y - 1) / 2 + x);
  }

  template <class Visit>
  void each(const Heads& heads, Visit visit) const {
    for (std::uint32_t i = heads.first; i != kNone; i = links_[i].next) visit(links_[i]);
  }
  const Link* smallest(const std::vector<Heads>& lists) const;

  void add(int x, int y, const Cells<W>& carrier, std::uint16_t key);
  bool make_room(Heads& heads, const Cells<W>& carrier);
  void push(Heads& heads, int x, int y, const Cells<W>& carrier, std::uint16_t key, bool spread);
  void drop_wider(Heads& heads, const Cells<W>& carrier);
  void renew(int x, int y);
  void spread_all(Enough enough);
  void spread_full(std::uint32_t link);
  void spread_through(int middle, int end, const Cells<W>& carrier);
  void spread_semi(std::uint32_t link);
  void join(int x, int y, std::uint32_t from, const Cells<W>& common, const Cells<W>& all, int left);
  bool done(Enough enough) const;

  Side side_;
  bool joined_ = false;
  std::uint16_t size_;
  int ends_;
  Effort effort_;
  Cells<W> own_, lost_;                // the side's stones, and the opponent's
  std::vector<std::uint16_t> chain_;   // the end that a cell belongs to
  std::vector<Link> links_;
  std::vector<Heads> fulls_, semis_;   // by pair of ends
  std::vector<Cells<W>> partners_;     // of an end: the ends with a connection to it
  std::vector<std::vector<std::uint32_t>> queue_;  // links to be spread, by the size of the carrier
};

}  // namespace crownbridge::hex
