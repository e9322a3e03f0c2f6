#include "checkers/endgame/tables.hpp"

#include <algorithm>
#include <string>
#include <system_error>

#include "checkers/endgame/check_once.hpp"
#include "core/error.hpp"

namespace crownbridge::checkers::endgame {

std::shared_ptr<const Tables> Tables::open(const std::filesystem::path& folder, int max_pieces) {
  return open(std::span(&folder, 1), max_pieces);
}

std::shared_ptr<const Tables> Tables::open(std::span<const std::filesystem::path> folders, int max_pieces) {
  auto tables = std::make_shared<Tables>();
  for (int pieces = kMinPieces; pieces <= std::min(max_pieces, kMaxPieces); ++pieces) {
    const auto folder_with_table = std::ranges::find_if(folders, [&](const auto& folder) {
      std::error_code ignored;  // a folder that cannot be read counts as empty
      return std::filesystem::exists(File::in(folder, pieces), ignored);
    });
    if (folder_with_table == folders.end()) break;
    const auto file = std::make_shared<const File>(File::in(*folder_with_table, pieces));
    check_once(*file);
    file->require_complete();
    tables->add(file);
    tables->pieces_ = pieces;
  }
  if (tables->pieces_ == 0) {
    std::string names;
    for (const auto& folder : folders) names += (names.empty() ? "" : " and ") + folder.string();
    throw TableError("there are no endgame tables in " + names + "; build them with: crownbridge tables build --pieces 4");
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
        &entry_storage_.emplace_back(Index(slice.material), slice.runs(), slice.has_distances ? 1 : kBeyondCounter);
}

Tables::Value Tables::probe(const Board& board) const {
  if (!has_move(board)) return {-1, 1};
  if (!board.of(other(board.turn))) return {+1, 2};
  if (!must_jump(board)) return probe_quiet(board);
  BestValue best;
  visit_moves(board, [&](Move, const Effect& effect) {
    const auto [result, distance] = probe(board.after(effect));
    best.add({-result, distance > kCounter ? kBeyondCounter : 1});
  });
  return best.value();
}

}  // namespace crownbridge::checkers::endgame
