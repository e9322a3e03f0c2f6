#include "hex/ring.hpp"

namespace crownbridge::hex {

const RingFacts kRingFacts;

}  // namespace crownbridge::hex
