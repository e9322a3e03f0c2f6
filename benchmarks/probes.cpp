// Cost of a probe: probes FOLDER. Prints for each table a line with the piece count and the nanoseconds of a probe of
// a random position, and of a lookup of the same position in a plain array of bytes, which is the lower bound.
#include <chrono>
#include <cstdio>
#include <vector>

#include "checkers/endgame/tables.hpp"
#include "core/random.hpp"

using namespace crownbridge;
using namespace crownbridge::checkers;
using namespace crownbridge::checkers::endgame;

namespace {

constexpr std::size_t kProbes = 1'000'000;

template <class Probe>
double nanoseconds(const std::vector<Board>& boards, Probe&& probe) {
  const auto began = std::chrono::steady_clock::now();
  int sum = 0;
  for (const Board& board : boards) sum += probe(board);
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - began;
  volatile int kept = sum;  // keeps the compiler from removing the probes
  static_cast<void>(kept);
  return took.count() / static_cast<double>(boards.size());
}

}  // namespace

int main(int, char** arguments) {
  const auto tables = Tables::open(std::filesystem::path(arguments[1]));
  Random random{1};
  for (const auto& file : tables->files()) {
    std::uint64_t all = 0;
    for (const Slice& slice : file->slices()) all += slice.count;
    std::vector<std::vector<std::int8_t>> plain;
    std::vector<Index> indices;
    std::vector<std::size_t> place(Material::kKeys);
    for (const Slice& slice : file->slices()) {
      place[slice.material.key()] = plain.size();
      plain.emplace_back(slice.count);
      indices.emplace_back(slice.material);
    }
    std::vector<Board> boards;
    while (boards.size() < kProbes) {
      std::uint64_t number = random.next() % all;
      std::size_t slice = 0;
      while (number >= file->slices()[slice].count) number -= file->slices()[slice++].count;
      const auto board = indices[slice].board(number);
      if (board && !must_jump(*board)) boards.push_back(random.below(2) ? turned(*board) : *board);
    }
    const auto probe = [&](const Board& board) { return tables->probe_quiet(board).result; };
    const auto look_up = [&](const Board& board) {
      const Board red = with_red_to_move(board);
      const std::size_t slice = place[material_of(red).key()];
      return plain[slice][indices[slice].of(red)];
    };
    nanoseconds(boards, probe);
    nanoseconds(boards, look_up);
    std::printf("%d %.1f %.1f\n", file->pieces(), nanoseconds(boards, probe), nanoseconds(boards, look_up));
  }
}
