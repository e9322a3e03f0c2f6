#include "hex/local_pattern.hpp"

namespace crownbridge::hex {

const PatternTables kPatternTables;

}  // namespace crownbridge::hex
