// Measures endgame table probes: probes FOLDER. For each table, prints the number of pieces, the nanoseconds per probe
// of a random position, and as a lower bound the nanoseconds per lookup of the same position in a plain byte array.
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
  const auto start = std::chrono::steady_clock::now();
  int sum = 0;
  for (const Board& board : boards) sum += probe(board);
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  volatile int sink = sum;  // prevents the compiler from removing the probes
  static_cast<void>(sink);
  return elapsed.count() / static_cast<double>(boards.size());
}

}  // namespace

int main(int, char** arguments) {
  const auto tables = Tables::open(std::filesystem::path(arguments[1]));
  Random random{1};
  for (const auto& file : tables->files()) {
    std::uint64_t total = 0;
    for (const Slice& slice : file->slices()) total += slice.count;
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
      std::uint64_t number = random.next() % total;
      std::size_t slice = 0;
      while (number >= file->slices()[slice].count) number -= file->slices()[slice++].count;
      const auto board = indices[slice].board(number);
      if (board && !must_jump(*board)) boards.push_back(random.below(2) ? flipped(*board) : *board);
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
