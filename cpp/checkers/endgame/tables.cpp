#include "checkers/endgame/tables.hpp"

#include <algorithm>
#include <string>
#include <system_error>

#include "checkers/endgame/check_once.hpp"
#include "core/error.hpp"

namespace crownbridge::checkers::endgame {

std::shared_ptr<const Tables> Tables::open(const std::filesystem::path& folder, int most_pieces) {
  return open(std::span(&folder, 1), most_pieces);
}

std::shared_ptr<const Tables> Tables::open(std::span<const std::filesystem::path> folders, int most_pieces) {
  auto tables = std::make_shared<Tables>();
  for (int pieces = kFewestPieces; pieces <= std::min(most_pieces, kMostPieces); ++pieces) {
    const auto found = std::ranges::find_if(folders, [&](const auto& folder) {
      std::error_code unreachable;  // a folder that cannot be searched has no tables for us
      return std::filesystem::exists(File::in(folder, pieces), unreachable);
    });
    if (found == folders.end()) break;
    const auto file = std::make_shared<const File>(File::in(*found, pieces));
    check_once(*file);
    file->require_whole();
    tables->add(file);
    tables->pieces_ = pieces;
  }
  if (tables->pieces_ == 0) {
    std::string where;
    for (const auto& folder : folders) where += (where.empty() ? "" : " and ") + folder.string();
    throw TableError("there are no endgame tables in " + where + "; make them with: crownbridge tables build --pieces 4");
  }
  return tables;
}

void Tables::add(const std::filesystem::path& path) {
  const auto file = std::make_shared<const File>(path);
  file->check();
  add(file);
}

void Tables::add(const std::shared_ptr<const File>& file) {
  files_.push_back(file);
  for (const Slice& slice : file->slices())
    entries_[slice.material.key()] =
        &known_.emplace_back(Index(slice.material), slice.runs(), slice.tells_needs ? 1 : kBeyond);
}

Tables::Value Tables::probe(const Board& board) const {
  if (!has_move(board)) return {-1, 1};
  if (!board.of(other(board.turn))) return {+1, 2};
  if (!must_jump(board)) return probe_quiet(board);
  Best best;
  visit_moves(board, [&](Move, const Effect& effect) {
    const auto [result, need] = probe(board.after(effect));
    best.add({-result, need > kCounter ? kBeyond : 1});
  });
  return best.value();
}

}  // namespace crownbridge::checkers::endgame
