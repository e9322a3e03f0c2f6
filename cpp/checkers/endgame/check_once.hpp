#pragma once

#include <filesystem>

#include "checkers/endgame/file.hpp"

// Large files are not read in full at every start: a note beside the file says that it was checked. It names the file by
// inode, size and times, so that it counts no more when the file was changed, replaced or copied.
namespace crownbridge::checkers::endgame {

// Smaller files are always checked, which takes them a few milliseconds at most.
inline constexpr std::uint64_t kLeastNotedBytes = std::uint64_t{4} << 20;

// Where the note of a file lies.
std::filesystem::path note_of(const File& file);

// Checks a file in full unless there is a note of it, and leaves one where that is possible. Raises TableError.
void check_once(const File& file);

}  // namespace crownbridge::checkers::endgame
