#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "checkers/endgame/file.hpp"
#include "checkers/endgame/index.hpp"
#include "checkers/endgame/value.hpp"
#include "checkers/movegen.hpp"

namespace crownbridge::checkers::endgame {

// Endgame tables: the game-theoretic value of every board with few pieces. Thread-safe for reading.
class Tables {
 public:
  using Value = endgame::Value;

  Tables() = default;
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  // Opens the tables for 2, 3, ... pieces, up to the first that is missing. A large file is read completely only if it
  // has no valid marker. Throws TableError if a file is damaged or incomplete, or if there is none.
  static std::shared_ptr<const Tables> open(const std::filesystem::path& folder, int max_pieces = kMaxPieces);

  // Opens each table from the first folder that has it, or that has it with distances.
  static std::shared_ptr<const Tables> open(std::span<const std::filesystem::path> folders,
                                            int max_pieces = kMaxPieces);

  // Largest number of pieces that the tables cover.
  int pieces() const { return pieces_; }

  // Largest number of pieces up to which distances are stored, exact or rounded.
  int pieces_with_distances() const { return pieces_with_distances_; }

  const std::vector<std::shared_ptr<const File>>& files() const { return files_; }

  // Looks up a board with no capture for the side to move, at least one piece per side and at most pieces() pieces.
  Value probe_quiet(const Board& board) const noexcept {
    const Board red = with_red_to_move(board);
    const Entry& entry = *entries_[material_of(red).key()];
    const BoardIndex index = entry.index.of(red);
    const int stored = entry.has_grammar ? entry.grammar[index] : entry.runs[index];
    if (stored == 0) return {0, 0};
    const int result = stored > 0 ? 1 : -1, distance = stored * result;
    if (entry.loss_step == 1) return {result, distance};
    if (distance > kCounter) return {result, kMaxDistance, kBeyondCounter};
    const int step = result > 0 ? kCounter : entry.loss_step, rounded = std::max(distance, step);
    return {result, rounded, rounded - step + 1};
  }

  // Returns the value of any board with at most pieces() pieces; captures are searched.
  Value probe(const Board& board) const;

  // The same with narrower bounds of the distance of a win, which follow from the positions after its moves.
  Value probe_closely(const Board& board) const;

  // Checks a file and adds its slices, none of which may be present yet. pieces() does not change.
  void add(const std::filesystem::path& path);

 private:
  struct Entry {
    Index index;
    bool has_grammar;
    Runs runs;
    Grammar grammar;  // instead of the runs
    int loss_step;    // as Slice::distance_step, or kCounter if no distance is stored
  };

  // Adds a file that has been checked.
  void add(const std::shared_ptr<const File>& file);

  std::vector<std::shared_ptr<const File>> files_;
  std::deque<Entry> entry_storage_;
  std::array<const Entry*, Material::kKeys> entries_{};
  int pieces_ = 0;
  int pieces_with_distances_ = 0;
};

}  // namespace crownbridge::checkers::endgame
