#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "checkers/endgame/codec.hpp"
#include "checkers/endgame/grammar.hpp"
#include "checkers/endgame/material.hpp"
#include "checkers/endgame/value.hpp"

// Endgame table file: a header, a directory with one entry per slice, and the encoded slices. Little-endian; the
// checksum covers all other bytes. Files are written atomically and read through a memory map.
namespace crownbridge::checkers::endgame {

// Counts of the results in a slice.
struct Statistics {
  std::uint64_t won = 0, drawn = 0, lost = 0;
  std::uint64_t beyond = 0;  // wins and losses that the draw counter turns into draws
  std::uint64_t longest = 0; // largest distance

  std::uint64_t positions() const { return won + drawn + lost; }
  void add(const Statistics& that);
};

// A slice with the data of its directory entry. The body may be in a memory-mapped file.
struct Slice {
  Material material;
  int distance_step;  // losses are rounded up to a multiple of it; 1: all distances are exact; 0: none is stored
  int shift;
  std::uint64_t count;
  Statistics statistics;
  std::span<const std::byte> body;

  // Rounded distances are compressed with a grammar, others are only run-length-encoded.
  bool has_grammar() const { return distance_step > 1; }
  Runs runs() const { return {body, count, shift}; }
  Grammar grammar() const { return {body, count, shift}; }
  std::vector<StoredValue> decode() const { return has_grammar() ? grammar().decode(count) : runs().decode(count); }

  // Returns true if no lookup reads outside the body.
  bool is_valid() const {
    return has_grammar() ? Grammar::is_valid(body, count, shift) : Runs::stays_in_bounds(body, count, shift);
  }
};

// Rounds the distance of a stored value up, as tables with many pieces store it. The distances of wins need not be stored,
// because they follow from those of the next losses.
constexpr StoredValue rounded(StoredValue value) {
  const int result = (value > 0) - (value < 0), distance = value * result;
  if (distance > kCounter) return static_cast<StoredValue>(result * kBeyondCounter);
  const int step = result > 0 ? kCounter : kDistanceStep;
  return static_cast<StoredValue>(result * ((distance + step - 1) / step * step));
}

class File {
 public:
  // Maps a file and validates its header and directory. Throws TableError with the path and the remedy.
  explicit File(const std::filesystem::path& path);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int pieces() const { return pieces_; }
  std::uint64_t bytes() const { return bytes_.size(); }
  std::uint64_t checksum() const { return checksum_; }
  const std::vector<Slice>& slices() const { return slices_; }
  Statistics statistics() const;

  // Returns the materials of all slices in ascending order.
  std::vector<Material> materials() const;

  // Throws TableError unless this is a complete table with the right file name: every slice for its number of pieces
  // exactly once, with exact distances if tables of that size store them.
  void require_complete() const;

  // Returns true if distances are stored, which those tables lack that early versions of this program have built.
  bool has_distances() const;

  // Verifies the checksum and all offsets; throws TableError if the file is damaged. Values must not be looked up
  // before this, unless a marker shows that the file was checked.
  void check() const;

  // Identity of the file, which differs for any changed or copied file: device, inode, size, timestamps and checksum.
  const std::string& identity() const { return identity_; }

  // Returns true if the last change was long enough before the file was opened that any later change also changes its
  // timestamps.
  bool has_reliable_times() const { return reliable_times_; }

  // Returns the path of the table for a number of pieces in a folder.
  static std::filesystem::path in(const std::filesystem::path& folder, int pieces);

 private:
  std::filesystem::path path_;
  std::span<const std::byte> bytes_;
  std::vector<Slice> slices_;
  std::string identity_;
  bool reliable_times_ = false;
  std::uint64_t checksum_ = 0;
  int pieces_ = 0;
};

// Writes slices with the given number of pieces to a file. Throws TableError if that fails.
void write_file(const std::filesystem::path& path, int pieces, std::span<const Slice> slices);

}  // namespace crownbridge::checkers::endgame
