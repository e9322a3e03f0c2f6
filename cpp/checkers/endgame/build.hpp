#pragma once

#include <filesystem>

#include "checkers/endgame/progress.hpp"

namespace crownbridge::checkers::endgame {

// Makes the table for that many pieces in the folder, and those for fewer that are missing or damaged. Solved slices
// are kept beside it until it is complete, so that a build that was given up goes on where it was. Every value is checked
// before the file is written. Raises TableError, or OptionError for an impossible number.
void build(const std::filesystem::path& folder, int pieces, int threads, const Report& report);

}  // namespace crownbridge::checkers::endgame
