// Speed of Hex playouts: playouts SIZE. Prints the playouts per second from the empty board on one core.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "hex/rollouts.hpp"

using namespace crownbridge;
using namespace crownbridge::hex;

int main(int, char** arguments) {
  constexpr int kPlayouts = 200'000;
  const Board board(std::atoi(arguments[1]));
  const Leaf leaf{&board, Side::Red, -1, false};
  Random random(1);
  Estimate estimate;
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < kPlayouts; ++i) Rollouts().evaluate({&leaf, 1}, {&estimate, 1}, random);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::printf("%.0f\n", kPlayouts / took.count());
}
