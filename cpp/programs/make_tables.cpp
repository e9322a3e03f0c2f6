// Builds the endgame tables that the package includes: make_tables FOLDER PIECES.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "checkers/endgame/build.hpp"

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: make_tables FOLDER PIECES\n", stderr);
    return 2;
  }
  try {
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    crownbridge::checkers::endgame::build(arguments[1], std::atoi(arguments[2]), threads, [](const auto&) {});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_tables: %s\n", error.what());
    return 1;
  }
  return 0;
}
