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
    std::shared_ptr<const File> file;
    for (const auto& folder : folders) {
      std::error_code ignored;  // a folder that cannot be read counts as empty
      if (!std::filesystem::exists(File::in(folder, pieces), ignored)) continue;
      const auto candidate = std::make_shared<const File>(File::in(folder, pieces));
      if (!file || candidate->has_distances()) file = candidate;
      if (file->has_distances()) break;
    }
    if (!file) break;
    check_once(*file);
    file->require_complete();
    tables->add(file);
    if (file->has_distances() && tables->pieces_with_distances_ == tables->pieces_) tables->pieces_with_distances_ = pieces;
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
    entries_[slice.material.key()] = &entry_storage_.emplace_back(
        Index(slice.material), slice.has_grammar(), slice.has_grammar() ? Runs() : slice.runs(),
        slice.has_grammar() ? slice.grammar() : Grammar(), slice.distance_step ? slice.distance_step : kCounter);
}

Tables::Value Tables::probe(const Board& board) const {
  if (!has_move(board)) return {-1, 1};
  if (!board.of(other(board.turn))) return {+1, 2};
  if (!must_jump(board)) return probe_quiet(board);
  BestValue best;
  visit_moves(board, [&](Move, const Effect& effect) {
    const Value value = probe(board.after(effect));
    best.add({-value.result, value.distance > kCounter ? kBeyondCounter : 1});
  });
  return best.value();
}

Tables::Value Tables::probe_closely(const Board& board) const {
  const Value value = probe(board);
  if (value.result <= 0 || value.distance == value.min_distance) return value;
  BestValue best;
  visit_moves(board, [&](Move, const Effect& effect) {
    const Value next = probe(board.after(effect));
    best.add({-next.result, next.distance + 1, next.min_distance + 1});
  });
  return {value.result, std::min(value.distance, best.value().distance), std::max(value.min_distance, best.value().min_distance)};
}

}  // namespace crownbridge::checkers::endgame
