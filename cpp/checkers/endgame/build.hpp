#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "checkers/endgame/tables.hpp"

namespace crownbridge::checkers::endgame {

struct Progress {
  int pieces;
  std::string step;  // the slice in work, "writing" or "checking"
  double fraction;   // of the work for that piece count
};

// Called on the calling thread at every new step and every few milliseconds; may throw to give up.
using Report = std::function<void(const Progress&)>;

// The same, but no more than 50 times a second while the step stays the same.
Report paced(Report report);

// Makes the table for that many pieces in the folder, and those for fewer that are missing or damaged. Solved slices
// are kept beside it until it is complete, so that a build that was given up goes on where it was. Ends with a check.
// Raises TableError.
void build(const std::filesystem::path& folder, int pieces, int threads, const Report& report);

// Works out anew, from its successors, the value of every board of that many pieces, or of every n-th. Raises TableError
// when the table says otherwise; gives the number of boards.
std::uint64_t verify(const Tables& tables, int pieces, int every, int threads, const Report& report);

}  // namespace crownbridge::checkers::endgame
