#include "checkers/endgame/verify.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/parallel.hpp"

namespace crownbridge::checkers::endgame {
namespace {

constexpr std::size_t kBoardsPerTask = 1 << 12;

// Returns true if the stored value of a board without captures follows from the values of its successors.
bool is_consistent(const Tables& tables, const Board& board) {
  const Value stored = tables.probe_quiet(board);
  BestValue best;
  visit_moves(board, [&](Move, const Effect& effect) {
    const Board after = board.after(effect);
    const Value value = stored.result < 0 ? tables.probe_closely(after) : tables.probe(after);
    best.add({-value.result, value.distance + 1, value.min_distance + 1});
  });
  const Value computed = best.value();
  return stored.result == computed.result && stored.distance >= computed.min_distance && stored.min_distance <= computed.distance;
}

std::vector<Slice> slices_of(const Tables& tables, int pieces) {
  std::vector<Slice> slices;
  for (const auto& file : tables.files())
    if (file->pieces() == pieces) slices.insert(slices.end(), file->slices().begin(), file->slices().end());
  if (slices.empty())
    throw TableError("there is no table for " + std::to_string(pieces) +
                     " pieces; build it with: crownbridge tables build --pieces " + std::to_string(pieces));
  return slices;
}

}  // namespace

std::uint64_t verify(const Tables& tables, int pieces, int every, int threads, const ProgressCallback& report) {
  for (const auto& file : tables.files()) file->check();
  const std::vector<Slice> slices = slices_of(tables, pieces);
  const auto step = static_cast<std::uint64_t>(every);
  std::uint64_t total = 0, finished = 0;
  for (const Slice& slice : slices) total += slice.count;
  std::atomic<std::uint64_t> checked = 0;
  for (const Slice& slice : slices) {
    const Index index(slice.material);
    const std::uint64_t boards = (slice.count + step - 1) / step;
    parallel_for(threads, (boards + kBoardsPerTask - 1) / kBoardsPerTask, [&](std::size_t chunk) {
      std::uint64_t here = 0;
      for (std::uint64_t i = chunk * kBoardsPerTask; i < std::min(boards, (chunk + 1) * kBoardsPerTask); ++i) {
        const auto board = index.board(i * step);
        if (!board || must_jump(*board)) continue;
        ++here;
        if (!is_consistent(tables, *board))
          throw TableError("the table for " + std::to_string(pieces) + " pieces is wrong in slice " +
                           slice.material.name() + ", index " + std::to_string(i * step) +
                           "; delete it and rebuild it with: crownbridge tables build --pieces " +
                           std::to_string(pieces));
      }
      checked += here;
    }, [&](std::size_t chunk) {
      report({pieces, "checking", static_cast<double>(finished + chunk * kBoardsPerTask * step) / static_cast<double>(total)});
    });
    finished += slice.count;
  }
  return checked;
}

}  // namespace crownbridge::checkers::endgame
