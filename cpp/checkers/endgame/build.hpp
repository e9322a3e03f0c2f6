#pragma once

#include <filesystem>

#include "checkers/endgame/progress.hpp"

namespace crownbridge::checkers::endgame {

// Builds the table for the given number of pieces in a folder, and all tables for fewer pieces that are missing or
// damaged. Solved slices are kept beside the table until it is complete, so that an interrupted build can be resumed.
// Every value is verified before the table is written. Throws TableError, or OptionError if the number of pieces is out
// of range.
void build(const std::filesystem::path& folder, int pieces, int threads, const ProgressCallback& report);

}  // namespace crownbridge::checkers::endgame
