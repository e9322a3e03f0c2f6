#pragma once

#include <filesystem>

#include "checkers/endgame/file.hpp"

// Large files are not read completely at every start: a marker file records that a table was checked. It identifies the
// table by inode, size and timestamps, so that it becomes invalid when the table is changed, replaced or copied.
namespace crownbridge::checkers::endgame {

// Size from which markers are used; checking a smaller file takes a few milliseconds.
inline constexpr std::uint64_t kMinMarkedBytes = std::uint64_t{4} << 20;

// Returns the path of the marker of a table.
std::filesystem::path marker_path(const File& file);

// Checks a table completely unless it has a valid marker, then writes the marker if possible. Throws TableError if the
// table is damaged.
void check_once(const File& file);

}  // namespace crownbridge::checkers::endgame
