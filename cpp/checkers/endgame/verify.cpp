#include <algorithm>
#include <atomic>
#include <string>

#include "checkers/endgame/build.hpp"
#include "core/error.hpp"
#include "core/parallel.hpp"

namespace crownbridge::checkers::endgame {
namespace {

constexpr std::size_t kChunk = 1 << 12;

// Whether a board where nothing can be captured has the value that its successors give it.
bool agrees(const Tables& tables, const Board& board, bool exact) {
  Best best;
  visit_moves(board, [&](Move, const Effect& effect) {
    const auto [result, need] = tables.probe(board.after(effect));
    best.add({-result, need + 1});
  });
  const Value told = tables.probe_quiet(board), found = best.value();
  if (exact || found.result == 0) return told == found;
  return told.result == found.result && (told.need == rounded(found.need) || told.need == rounded(found.need - 1));
}

}  // namespace

std::uint64_t verify(const Tables& tables, int pieces, int every, int threads, const Report& report) {
  const auto found = std::ranges::find(tables.files(), pieces, [](const auto& known) { return known->pieces(); });
  if (found == tables.files().end())
    throw TableError("there is no table for " + std::to_string(pieces) +
                     " pieces; make it with: crownbridge tables build --pieces " + std::to_string(pieces));
  const File& file = **found;
  std::uint64_t all = 0, before = 0;
  for (const Slice& slice : file.slices()) all += slice.count;
  std::atomic<std::uint64_t> checked = 0;
  for (const Slice& slice : file.slices()) {
    const Index index(slice.material);
    const std::uint64_t boards = (slice.count + static_cast<std::uint64_t>(every) - 1) / static_cast<std::uint64_t>(every);
    parallel_for(threads, (boards + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      std::uint64_t here = 0;
      for (std::uint64_t i = chunk * kChunk; i < std::min(boards, (chunk + 1) * kChunk); ++i) {
        const auto board = index.board(i * static_cast<std::uint64_t>(every));
        if (!board || must_jump(*board)) continue;
        ++here;
        if (!agrees(tables, *board, pieces <= kExact))
          throw TableError(file.path().string() + " is wrong in slice " + slice.material.name() + ", number " +
                           std::to_string(i * static_cast<std::uint64_t>(every)) +
                           "; make it anew with: crownbridge tables build --pieces " + std::to_string(pieces));
      }
      checked += here;
    }, [&](std::size_t chunk) {
      const auto done = before + chunk * kChunk * static_cast<std::uint64_t>(every);
      report({pieces, "checking", static_cast<double>(done) / static_cast<double>(all)});
    });
    before += slice.count;
  }
  return checked;
}

}  // namespace crownbridge::checkers::endgame
