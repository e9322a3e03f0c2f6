#include "checkers/endgame/solve.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "core/parallel.hpp"

// Retrograde analysis, level by level: level n holds the positions with distance n. A position is won at level n + 1 if
// a move leads to a position that is lost at level n. It is lost at level n + 1 if all moves lead to won positions, the
// last of them at level n. Captures and crownings lead to slices that are already solved; they and positions without
// moves initialize the analysis.
namespace crownbridge::checkers::endgame {
namespace {

// State of a position during the analysis, in 16 bits:
//   open:    00 . rrrrr ffffffff    r: moves not known to lose (remaining successors); f: lowest possible level of a loss
//   won:     01 d nnnnnnnnnnnnn     n: level
//   lost:    10 d nnnnnnnnnnnnn     n: level
//   closed:  11 d                   drawn by captures, or an invalid index
// The flag d marks a don't-care value, which is never looked up.
using State = std::uint16_t;
constexpr State kWon = 0x4000, kLost = 0x8000, kClosed = 0xc000, kResultMask = 0xc000;
constexpr State kDontCareFlag = 0x2000, kWithoutDontCareMask = 0xdfff;
constexpr State kLevelMask = 0x1fff, kMinLevelMask = 0x00ff, kOneMove = 0x0100, kMoveCountMask = 0x1f00;
constexpr State kInvalidBoard = 0xffff;
constexpr int kCannotLose = 31;
constexpr std::size_t kChunk = 1 << 12;
constexpr auto kRelaxed = std::memory_order_relaxed;

constexpr State at_level(int state, int level) { return static_cast<State>(state | level); }

// The states of a slice, which threads update concurrently, and for each chunk the set of levels that may occur in it.
class SliceStates {
 public:
  explicit SliceStates(const Material& material) : index(material), states_(index.size()), levels_(chunks() * kLevelWords) {}

  const Index index;

  std::size_t size() const { return states_.size(); }
  std::size_t chunks() const { return (size() + kChunk - 1) / kChunk; }
  std::atomic_ref<State> operator[](std::size_t i) { return std::atomic_ref(states_[i]); }

  bool may_have(std::size_t chunk, int level) { return word(chunk, level).load(kRelaxed) >> level % 64 & 1; }

  void mark_level(std::size_t i, int level) {
    if (may_have(i / kChunk, level)) return;
    word(i / kChunk, level).fetch_or(std::uint64_t{1} << level % 64, kRelaxed);
  }

 private:
  static constexpr std::size_t kLevelWords = 4;

  std::atomic_ref<std::uint64_t> word(std::size_t chunk, int level) {
    return std::atomic_ref(levels_[chunk * kLevelWords + static_cast<std::size_t>(level) / 64]);
  }

  std::vector<State> states_;
  std::vector<std::uint64_t> levels_;
};

class Solver {
 public:
  Solver(const Material& material, const Tables& solved_tables, int threads, const std::function<void(double)>& pause)
      : solved_tables_(solved_tables), threads_(threads), pause_(pause) {
    slices_.emplace_back(material);
    if (material != material.flipped()) slices_.emplace_back(material.flipped());
  }

  std::vector<SolvedSlice> solve() {
    for (std::size_t slice = 0; slice < slices_.size(); ++slice)
      for_each_state(slice, 0, [&](std::size_t i) { initialize(slices_[slice], i); });
    for (int level = 1; level <= highest_; ++level)
      for (std::size_t slice = 0; slice < slices_.size(); ++slice) propagate(slice, level);
    std::vector<SolvedSlice> solved;
    for (SliceStates& slice : slices_) solved.push_back(collect_values(slice));
    return solved;
  }

 private:
  // Calls work(i) for every state, or at least for every state of one level unless `level` is 0.
  template <class Work>
  void for_each_state(std::size_t slice, int level, Work&& work) {
    const std::size_t size = slices_[slice].size(), chunks = slices_[slice].chunks();
    parallel_for(threads_, chunks, [&](std::size_t chunk) {
      if (level && !slices_[slice].may_have(chunk, level)) return;
      for (std::size_t i = chunk * kChunk; i < std::min(size, (chunk + 1) * kChunk); ++i) work(i);
    }, [&](std::size_t done) {
      const double finished = static_cast<double>(slice) + static_cast<double>(done) / static_cast<double>(chunks);
      // Initialization takes about half of the time; the number of levels is not known in advance.
      pause_(level ? 1 - 0.5 / level : 0.5 * finished / static_cast<double>(slices_.size()));
    });
  }

  // Sets the initial state of a position from its captures and crownings, or the loss of a side without moves.
  void initialize(SliceStates& states, BoardIndex index) {
    const auto set = [&](int state, int level) {
      states[index].store(at_level(state, level), kRelaxed);
      if (state & kResultMask) mark_level(states, index, level);
    };
    const auto decoded = states.index.board(index);
    if (!decoded) return states[index].store(kInvalidBoard, kRelaxed);
    const Board& board = *decoded;
    if (jumpers<Side::Red>(board)) {
      const Value value = solved_tables_.probe(board);
      if (value.result) return set((value.result > 0 ? kWon : kLost) | kDontCareFlag, value.distance);
      return states[index].store(kClosed | kDontCareFlag, kRelaxed);
    }
    int moves = 0, min_level = 1, win_level = 0;
    bool can_draw = false;
    visit_moves<Side::Red>(board, [&](Move, const Effect& effect) {
      if (!(effect.to & kBottomRow) || (effect.from & board.kings)) {
        ++moves;
        return;
      }
      const auto [result, distance, min_distance] = solved_tables_.probe(board.after<Side::Red>(effect));
      const int level = distance + 1;  // exact, because no piece is captured
      if (result < 0) win_level = win_level ? std::min(win_level, level) : level;
      else if (result == 0) can_draw = true;
      else min_level = std::max(min_level, level);
    });
    if (win_level) set(kWon, win_level);
    else if (can_draw) set(kCannotLose * kOneMove, 0);
    else if (moves == 0) set(kLost, min_level);
    else set(moves * kOneMove, min_level);
  }

  // Propagates all results of one level to their predecessors.
  void propagate(std::size_t slice, int level) {
    SliceStates& here = slices_[slice];
    SliceStates& predecessors = slices_[slices_.size() - 1 - slice];
    const State won = at_level(kWon, level), lost = at_level(kLost, level);
    for_each_state(slice, level, [&](std::size_t i) {
      const State state = here[i].load(kRelaxed) & kWithoutDontCareMask;
      if (state != won && state != lost) return;
      visit_predecessors(*here.index.board(i), predecessors.index, [&](BoardIndex j) {
        if (state == lost) set_won(predecessors, j, level + 1);
        else count_losing_move(predecessors, j, level + 1);
      });
    });
  }

  // Calls visit(index) for every predecessor: every position from which a quiet move without a crowning leads to this
  // board.
  template <class Visit>
  static void visit_predecessors(const Board& board, const Index& predecessors, Visit&& visit) {
    const Board now = flipped(board);
    const Bitboard empty = now.empty();
    const auto visit_from = [&](Bitboard to, Bitboard from) {
      Board then = now;
      then.pieces[0] ^= to | from;
      if (now.kings & to) then.kings ^= to | from;
      then.turn = Side::Red;
      visit(predecessors.of(then));
    };
    for (Bitboard left = now.pieces[0]; left; left &= left - 1) {
      const Bitboard to = left & -left;
      Bitboard from = (to >> 4 | to >> 5) & empty;
      if (now.kings & to) from |= (to << 4 | to << 5) & empty;
      for (; from; from &= from - 1) visit_from(to, from & -from);
    }
  }

  // Marks a position as won if it is open or was won at a higher level.
  void set_won(SliceStates& states, BoardIndex index, int level) {
    const std::atomic_ref<State> state = states[index];
    const State won = at_level(kWon, level);
    State old = state.load(kRelaxed);
    while (old < kWon || (old < kLost && !(old & kDontCareFlag) && won < old))  // a result by a compulsory capture is final
      if (state.compare_exchange_weak(old, won, kRelaxed)) return mark_level(states, index, level);
  }

  // Decrements the number of moves that are not known to lose; the position is lost when none remains.
  void count_losing_move(SliceStates& states, BoardIndex index, int level) {
    const std::atomic_ref<State> state = states[index];
    State old = state.load(kRelaxed);
    while (old < kWon && old < kCannotLose * kOneMove) {
      const auto rest = static_cast<State>(old - kOneMove);
      const int loss = std::max(level, rest & kMinLevelMask);
      const State next = rest & kMoveCountMask ? rest : at_level(kLost, loss);
      if (!state.compare_exchange_weak(old, next, kRelaxed)) continue;
      if (!(rest & kMoveCountMask)) mark_level(states, index, loss);
      return;
    }
  }

  // Records that a position has reached a level.
  void mark_level(SliceStates& states, BoardIndex index, int level) {
    if (level > kMinLevelMask) throw std::length_error("the distance of an endgame is larger than its table can store");
    for (int old = highest_.load(kRelaxed); old < level && !highest_.compare_exchange_weak(old, level, kRelaxed);) {}
    states.mark_level(index, level);
  }

  // Converts the final states to stored values; positions that are still open are draws.
  SolvedSlice collect_values(SliceStates& slice) {
    SolvedSlice solved{slice.index.material(), {}, std::vector<StoredValue>(slice.size())};
    Statistics& statistics = solved.statistics;
    for (std::size_t i = 0; i < slice.size(); ++i) {
      const State state = slice[i].load(kRelaxed), result = state & kResultMask;
      if (state == kInvalidBoard) {
        solved.values[i] = kDontCare;
        continue;
      }
      const int distance = state & kLevelMask;
      ++(result == kWon ? statistics.won : result == kLost ? statistics.lost : statistics.drawn);
      if (result == kWon || result == kLost) {
        statistics.longest = std::max(statistics.longest, static_cast<std::uint64_t>(distance));
        statistics.beyond += distance > kCounter;
        solved.values[i] = state & kDontCareFlag ? kDontCare : static_cast<StoredValue>(result == kWon ? distance : -distance);
      } else {
        solved.values[i] = result == kClosed ? kDontCare : StoredValue{0};
      }
    }
    return solved;
  }

  const Tables& solved_tables_;
  const int threads_;
  const std::function<void(double)>& pause_;
  std::vector<SliceStates> slices_;  // the material and its flipped one, if they differ
  std::atomic<int> highest_ = 0;
};

}  // namespace

std::vector<SolvedSlice> solve(const Material& material, const Tables& solved_tables, int threads,
                          const std::function<void(double)>& pause) {
  return Solver(material, solved_tables, threads, pause).solve();
}

}  // namespace crownbridge::checkers::endgame
