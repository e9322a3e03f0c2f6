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

// Whether a board where nothing can be captured has the value that its successors give it.
bool agrees(const Tables& tables, const Board& board, bool tells_needs) {
  Best best;
  visit_moves(board, [&](Move, const Effect& effect) {
    const auto [result, need] = tables.probe(board.after(effect));
    best.add({-result, need + 1});
  });
  const Value told = tables.probe_quiet(board), found = best.value();
  if (tells_needs || found.result == 0) return told == found;
  return told.result == found.result && (told.need == kBeyond || found.need <= kCounter);
}

std::vector<Slice> slices_of(const Tables& tables, int pieces) {
  std::vector<Slice> slices;
  for (const auto& file : tables.files())
    if (file->pieces() == pieces) slices.insert(slices.end(), file->slices().begin(), file->slices().end());
  if (slices.empty())
    throw TableError("there is no table for " + std::to_string(pieces) +
                     " pieces; make it with: crownbridge tables build --pieces " + std::to_string(pieces));
  return slices;
}

}  // namespace

std::uint64_t verify(const Tables& tables, int pieces, int every, int threads, const Report& report) {
  for (const auto& file : tables.files()) file->check();
  const std::vector<Slice> slices = slices_of(tables, pieces);
  const auto step = static_cast<std::uint64_t>(every);
  std::uint64_t all = 0, before = 0;
  for (const Slice& slice : slices) all += slice.count;
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
        if (!agrees(tables, *board, slice.tells_needs))
          throw TableError("the table for " + std::to_string(pieces) + " pieces is wrong in slice " +
                           slice.material.name() + ", number " + std::to_string(i * step) +
                           "; delete it and make it anew with: crownbridge tables build --pieces " +
                           std::to_string(pieces));
      }
      checked += here;
    }, [&](std::size_t chunk) {
      report({pieces, "checking", static_cast<double>(before + chunk * kBoardsPerTask * step) / static_cast<double>(all)});
    });
    before += slice.count;
  }
  return checked;
}

}  // namespace crownbridge::checkers::endgame
