#pragma once

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

// The perfect value of every board with few pieces. Threads may share it.
class Tables {
 public:
  using Value = endgame::Value;

  Tables() = default;
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  // The tables for 2, 3, ... pieces, up to the first that is missing. A large file is read in full only if there is no
  // note that this was done. Raises TableError when a file is damaged, or not the whole table that its name promises, or
  // there is none at all.
  static std::shared_ptr<const Tables> open(const std::filesystem::path& folder, int most_pieces = kMostPieces);

  // The same, each file from the first folder that has it.
  static std::shared_ptr<const Tables> open(std::span<const std::filesystem::path> folders,
                                            int most_pieces = kMostPieces);

  // How many pieces a board may have to be known.
  int pieces() const { return pieces_; }

  const std::vector<std::shared_ptr<const File>>& files() const { return files_; }

  // Where the side to move has no capture, both sides have a piece, and there are at most pieces() of them.
  Value probe_quiet(const Board& board) const noexcept {
    const Board red = with_red_to_move(board);
    const Entry& entry = *entries_[material_of(red).key()];
    const int stored = entry.runs[entry.index.of(red)];
    const int result = (stored > 0) - (stored < 0), need = stored * result;
    return {result, need >= entry.least_told ? need : 0};
  }

  // Any board of at most pieces(); captures are played out.
  Value probe(const Board& board) const;

  // Checks a file in full and adds it, of which there must be nothing yet; later calls of pieces() do not count it.
  void add(const std::filesystem::path& path);

 private:
  struct Entry {
    Index index;
    Runs runs;
    int least_told;  // needs from here on are told
  };

  // Adds a file that was checked.
  void add(const std::shared_ptr<const File>& file);

  std::vector<std::shared_ptr<const File>> files_;
  std::deque<Entry> known_;
  std::array<const Entry*, Material::kKeys> entries_{};
  int pieces_ = 0;
};

}  // namespace crownbridge::checkers::endgame
