#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "checkers/endgame/codec.hpp"
#include "checkers/endgame/material.hpp"

// A file of slices: a header, a directory with an entry a slice, the bodies. Little-endian; the checksum covers every
// byte but itself. Files are written whole or not at all, and are mapped into memory to be read.
namespace crownbridge::checkers::endgame {

// How the boards of a slice end.
struct Census {
  std::uint64_t won = 0, drawn = 0, lost = 0;
  std::uint64_t beyond = 0;  // won or lost, but not under a draw counter
  std::uint64_t longest = 0; // the largest need

  std::uint64_t positions() const { return won + drawn + lost; }
  void add(const Census& that);
};

// One slice with everything that the directory says of it. The body may lie in a mapped file.
struct Slice {
  Material material;
  bool tells_needs;  // all of them, or only which are beyond the counter
  int shift;
  std::uint64_t count;
  Census census;
  std::span<const std::byte> body;

  Runs runs() const { return {body, count, shift}; }
};

class File {
 public:
  // Maps a file and looks at its header and directory. Raises TableError, which names the file and the remedy.
  explicit File(const std::filesystem::path& path);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int pieces() const { return pieces_; }
  std::uint64_t bytes() const { return bytes_.size(); }
  std::uint64_t checksum() const { return checksum_; }
  const std::vector<Slice>& slices() const { return slices_; }
  Census census() const;

  // The materials of its slices, in ascending order.
  std::vector<Material> materials() const;

  // Raises TableError unless this is a whole table under its own name: each slice of its piece count once, with needs
  // where tables tell them.
  void require_whole() const;

  // Reads every byte. Raises TableError when one is damaged. Values may be looked up only after this, or a note of it.
  void check() const;

  // What any change to the file changes, and no copy has: device, inode, size, times and checksum.
  const std::string& identity() const { return identity_; }

  // Whether it was left alone for a while when it was opened, so that a further change is sure to change its times.
  bool is_settled() const { return settled_; }

  static std::filesystem::path in(const std::filesystem::path& folder, int pieces);

 private:
  std::filesystem::path path_;
  std::span<const std::byte> bytes_;
  std::vector<Slice> slices_;
  std::string identity_;
  bool settled_ = false;
  std::uint64_t checksum_ = 0;
  int pieces_ = 0;
};

// Writes slices of that piece count as one file. Raises TableError.
void write_file(const std::filesystem::path& path, int pieces, std::span<const Slice> slices);

}  // namespace crownbridge::checkers::endgame
