#include "checkers/endgame/solve.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "core/parallel.hpp"

// Backwards from what is decided at once, a level at a time: level n holds the positions that need a counter of n.
// Whoever can move to a lost one of level n has won by n + 1; whoever has seen all of his moves lead to won ones, the
// last at level n, has lost with n + 1. Captures and crownings lead to slices that are known, and start it all.
namespace crownbridge::checkers::endgame {
namespace {

// What is known of a position while its slice is being solved, in two bytes:
//   open:    00 . rrrrr ffffffff    moves that are not yet known to lose, and the least level of the loss
//   won:     01 a nnnnnnnnnnnnn     at level n
//   lost:    10 a nnnnnnnnnnnnn
//   closed:  11 a                   drawn by its captures, or no board
// where a means that nobody will ask for the value.
using Cell = std::uint16_t;
constexpr Cell kWon = 0x4000, kLost = 0x8000, kClosed = 0xc000, kState = 0xc000, kAsked = 0xdfff, kUnasked = 0x2000;
constexpr Cell kLevel = 0x1fff, kFloor = 0x00ff, kOneMove = 0x0100, kMoves = 0x1f00;
constexpr Cell kNoBoard = 0xffff;
constexpr int kNeverLost = 31;
constexpr std::size_t kChunk = 1 << 12;
constexpr auto kRelaxed = std::memory_order_relaxed;

constexpr Cell at_level(int state, int level) { return static_cast<Cell>(state | level); }

// The cells of a slice, which threads may change together, and which levels occur in which chunks of them.
class Cells {
 public:
  explicit Cells(const Material& material) : index(material), cells_(index.size()), levels_(chunks() * kLevelWords) {}

  const Index index;

  std::size_t size() const { return cells_.size(); }
  std::size_t chunks() const { return (size() + kChunk - 1) / kChunk; }
  std::atomic_ref<Cell> operator[](std::size_t i) { return std::atomic_ref(cells_[i]); }

  bool may_have(std::size_t chunk, int level) { return word(chunk, level).load(kRelaxed) >> level % 64 & 1; }

  void note(std::size_t i, int level) {
    if (may_have(i / kChunk, level)) return;
    word(i / kChunk, level).fetch_or(std::uint64_t{1} << level % 64, kRelaxed);
  }

 private:
  static constexpr std::size_t kLevelWords = 4;

  std::atomic_ref<std::uint64_t> word(std::size_t chunk, int level) {
    return std::atomic_ref(levels_[chunk * kLevelWords + static_cast<std::size_t>(level) / 64]);
  }

  std::vector<Cell> cells_;
  std::vector<std::uint64_t> levels_;
};

class Solver {
 public:
  Solver(const Material& material, const Tables& known, int threads, const std::function<void(double)>& pause)
      : known_(known), threads_(threads), pause_(pause) {
    sides_.emplace_back(material);
    if (material != material.partner()) sides_.emplace_back(material.partner());
  }

  std::vector<Solved> solve() {
    for (std::size_t side = 0; side < sides_.size(); ++side)
      each_cell(side, 0, [&](std::size_t i) { first_look(sides_[side], i); });
    for (int level = 1; level <= highest_; ++level)
      for (std::size_t side = 0; side < sides_.size(); ++side) spread(side, level);
    std::vector<Solved> solved;
    for (Cells& side : sides_) solved.push_back(finish(side));
    return solved;
  }

 private:
  // Calls work(i) for all cells, or at least for all of one level.
  template <class Work>
  void each_cell(std::size_t side, int level, Work&& work) {
    const std::size_t size = sides_[side].size(), chunks = sides_[side].chunks();
    parallel_for(threads_, chunks, [&](std::size_t chunk) {
      if (level && !sides_[side].may_have(chunk, level)) return;
      for (std::size_t i = chunk * kChunk; i < std::min(size, (chunk + 1) * kChunk); ++i) work(i);
    }, [&](std::size_t done) {
      const double sides = static_cast<double>(side) + static_cast<double>(done) / static_cast<double>(chunks);
      // The first look takes about half of the time; how many levels follow nobody knows.
      pause_(level ? 1 - 0.5 / level : 0.5 * sides / static_cast<double>(sides_.size()));
    });
  }

  // What captures, crownings and having no move tell.
  void first_look(Cells& cells, Number number) {
    const auto set = [&](int state, int level) {
      cells[number].store(at_level(state, level), kRelaxed);
      if (state & kState) reach(cells, number, level);
    };
    const auto found = cells.index.board(number);
    if (!found) return cells[number].store(kNoBoard, kRelaxed);
    const Board& board = *found;
    if (jumpers<Side::Red>(board)) {
      const auto [result, need] = known_.probe(board);
      if (result) return set((result > 0 ? kWon : kLost) | kUnasked, need);
      return cells[number].store(kClosed | kUnasked, kRelaxed);
    }
    int moves = 0, floor = 1, win = 0;
    bool safe = false;
    visit_moves<Side::Red>(board, [&](Move, const Effect& effect) {
      if (!(effect.to & kBottomRow) || (effect.from & board.kings)) {
        ++moves;
        return;
      }
      const auto [result, need] = known_.probe(board.after<Side::Red>(effect));
      const int level = need + 1;
      if (result < 0) win = win ? std::min(win, level) : level;
      else if (result == 0) safe = true;
      else floor = std::max(floor, level);
    });
    if (win) set(kWon, win);
    else if (safe) set(kNeverLost * kOneMove, 0);
    else if (moves == 0) set(kLost, floor);
    else set(moves * kOneMove, floor);
  }

  // Tells the predecessors of all positions of one level, one move further back.
  void spread(std::size_t side, int level) {
    Cells& here = sides_[side];
    Cells& before = sides_[sides_.size() - 1 - side];
    const Cell won = at_level(kWon, level), lost = at_level(kLost, level);
    each_cell(side, level, [&](std::size_t i) {
      const Cell cell = here[i].load(kRelaxed) & kAsked;
      if (cell != won && cell != lost) return;
      visit_before(*here.index.board(i), before.index, [&](Number j) {
        if (cell == lost) win(before, j, level + 1);
        else lose_move(before, j, level + 1);
      });
    });
  }

  // Calls visit(number) for every position from which a move that neither captures nor crowns may have led here.
  template <class Visit>
  static void visit_before(const Board& board, const Index& before, Visit&& visit) {
    const Board now = turned(board);
    const Bits empty = now.empty();
    const auto visit_from = [&](Bits to, Bits from) {
      Board then = now;
      then.pieces[0] ^= to | from;
      if (now.kings & to) then.kings ^= to | from;
      then.turn = Side::Red;
      visit(before.of(then));
    };
    for (Bits left = now.pieces[0]; left; left &= left - 1) {
      const Bits to = left & -left;
      Bits from = (to >> 4 | to >> 5) & empty;
      if (now.kings & to) from |= (to << 4 | to << 5) & empty;
      for (; from; from &= from - 1) visit_from(to, from & -from);
    }
  }

  void win(Cells& cells, Number number, int level) {
    const std::atomic_ref<Cell> cell = cells[number];
    const Cell won = at_level(kWon, level);
    Cell old = cell.load(kRelaxed);
    while (old < kWon || (old < kLost && !(old & kUnasked) && won < old))  // who can capture must
      if (cell.compare_exchange_weak(old, won, kRelaxed)) return reach(cells, number, level);
  }

  void lose_move(Cells& cells, Number number, int level) {
    const std::atomic_ref<Cell> cell = cells[number];
    Cell old = cell.load(kRelaxed);
    while (old < kWon && old < kNeverLost * kOneMove) {
      const auto rest = static_cast<Cell>(old - kOneMove);
      const int loss = std::max(level, rest & kFloor);
      const Cell next = rest & kMoves ? rest : at_level(kLost, loss);
      if (!cell.compare_exchange_weak(old, next, kRelaxed)) continue;
      if (!(rest & kMoves)) reach(cells, number, loss);
      return;
    }
  }

  // Notes that a position is of that level.
  void reach(Cells& cells, Number number, int level) {
    if (level > kFloor) throw std::length_error("an endgame needs more moves than its table can count");
    for (int old = highest_.load(kRelaxed); old < level && !highest_.compare_exchange_weak(old, level, kRelaxed);) {}
    cells.note(number, level);
  }

  Solved finish(Cells& side) {
    Solved solved{side.index.material(), {}, std::vector<Stored>(side.size())};
    Census& census = solved.census;
    for (std::size_t i = 0; i < side.size(); ++i) {
      const Cell cell = side[i].load(kRelaxed), state = cell & kState;
      if (cell == kNoBoard) {
        solved.values[i] = kAny;
        continue;
      }
      const int need = cell & kLevel;
      ++(state == kWon ? census.won : state == kLost ? census.lost : census.drawn);
      if (state == kWon || state == kLost) {
        census.longest = std::max(census.longest, static_cast<std::uint64_t>(need));
        census.beyond += need > kCounter;
        solved.values[i] = cell & kUnasked ? kAny : static_cast<Stored>(state == kWon ? need : -need);
      } else {
        solved.values[i] = state == kClosed ? kAny : Stored{0};
      }
    }
    return solved;
  }

  const Tables& known_;
  const int threads_;
  const std::function<void(double)>& pause_;
  std::vector<Cells> sides_;  // the material and, if it is another one, its partner
  std::atomic<int> highest_ = 0;
};

}  // namespace

std::vector<Solved> solve(const Material& material, const Tables& known, int threads,
                          const std::function<void(double)>& pause) {
  return Solver(material, known, threads, pause).solve();
}

}  // namespace crownbridge::checkers::endgame
