#pragma once

#include "checkers/endgame/progress.hpp"
#include "checkers/endgame/tables.hpp"

namespace crownbridge::checkers::endgame {

// Works out anew, from its successors, the value of every board of that many pieces, or of every n-th, after a check
// of all bytes. Raises TableError when the table says otherwise; gives the number of boards. Where needs are told this
// is a proof, as they fall along the best line; elsewhere only the results are sure to fit together.
std::uint64_t verify(const Tables& tables, int pieces, int every, int threads, const Report& report);

}  // namespace crownbridge::checkers::endgame
