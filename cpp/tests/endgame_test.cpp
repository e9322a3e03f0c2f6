#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "checkers/endgame/build.hpp"
#include "checkers/endgame/check_once.hpp"
#include "checkers/endgame/verify.hpp"
#include "core/crc64.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "tests/check.hpp"

using namespace crownbridge;
using namespace crownbridge::checkers;
using namespace crownbridge::checkers::endgame;
namespace fs = std::filesystem;

namespace {

struct Cancelled {};

// A temporary folder that is removed on destruction.
struct Folder {
  const fs::path path = fs::temp_directory_path() / ("crownbridge-tables-" + std::to_string(::getpid()));
  Folder() { fs::remove_all(path); }
  ~Folder() { fs::remove_all(path); }
};

Board board_of(std::initializer_list<int> red_kings, std::initializer_list<int> white_kings, Side turn) {
  Board board{{}, 0, turn};
  for (const int square : red_kings) board.pieces[0] |= bit(square - 1);
  for (const int square : white_kings) board.pieces[1] |= bit(square - 1);
  board.kings = board.pieces[0] | board.pieces[1];
  return board;
}

static_assert(stores_distances(4) && !stores_distances(5));  // as documented in docs/tables.md

// Source of the expected value: the catalogue of parametrised CRC algorithms, CRC-64/XZ.
void the_checksum_is_the_known_one() {
  Crc64 crc;
  const std::string text = "123456789";
  crc.add(std::as_bytes(std::span(text)));
  CHECK(crc.value() == 0x995dc9bbdf1939fa);
}

void flipping_a_board_changes_sides() {
  CHECK(flipped(kAll) == kAll);
  for (int square = 0; square < kSquares; ++square) CHECK(flipped(bit(square)) == bit(kSquares - 1 - square));
  const Board start = Board::initial();
  CHECK(flipped(start).pieces == start.pieces && flipped(start).turn == Side::White);
}

void every_board_has_its_own_number() {
  for (int pieces = 2; pieces <= 5; ++pieces)
    for (const Material& pair : material_pairs(pieces))
      for (const Material& material : {pair, pair.flipped()}) {
        const Index index(material);
        for (BoardIndex number = 0; number < index.size(); number += pieces < 4 ? 1 : 991) {
          const auto board = index.board(number);
          if (!board) continue;
          CHECK(material_of(*board) == material);
          CHECK(!(board->pieces[0] & board->pieces[1]));
          CHECK(index.of(*board) == number);
        }
      }
}

void crownings_lead_to_earlier_slices() {
  for (int pieces = 2; pieces <= kMaxPieces; ++pieces) {
    std::set<Material> seen;
    for (const Material& pair : material_pairs(pieces)) {
      for (const Material& from : {pair, pair.flipped()})
        if (from.own_men) {
          const Material crowned{from.own_men - 1, from.own_kings + 1, from.their_men, from.their_kings};
          CHECK(seen.contains(crowned.flipped()));
        }
      seen.insert(pair);
      seen.insert(pair.flipped());
    }
  }
}

void runs_decode_to_the_encoded_values() {
  Random random{3};
  for (const int different : {1, 3, 40, 200}) {
    std::vector<StoredValue> values;
    while (values.size() < 100'000) {
      const int value = random.below(different + 1) - different / 2;
      const int length = random.below(20) ? 1 + random.below(6) : random.below(90'000);
      values.insert(values.end(), static_cast<std::size_t>(length), random.below(4) ? static_cast<StoredValue>(value) : kDontCare);
    }
    std::vector<StoredValue> expected = values;
    const Encoded encoded = encode(values);
    const Runs runs(encoded.body, values.size(), encoded.shift);
    CHECK(runs.decode(values.size()) == values);
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (expected[i] != kDontCare && runs[i] != expected[i]) return CHECK(!"a run is wrong");
  }
}

void kings_against_kings(const Tables& tables) {
  CHECK(tables.pieces() == 3);
  // Two kings beat a lone king, faster in the single corner than in the double corner; king against king is a draw.
  const Value single = tables.probe(board_of({22, 23}, {29}, Side::White));
  const Value twofold = tables.probe(board_of({10, 18}, {1}, Side::White));
  CHECK(single.result == -1 && twofold.result == -1 && single.distance < twofold.distance);
  CHECK(tables.probe(board_of({10, 18}, {1}, Side::Red)) == Value{1, 17});
  CHECK(tables.probe(board_of({1}, {32}, Side::Red)) == Value{0, 0});
  // Immediate results: a final capture, no legal move, no pieces left.
  CHECK(tables.probe(board_of({1}, {6}, Side::Red)) == Value{1, 1});
  CHECK(tables.probe(board_of({}, {6}, Side::Red)) == Value{-1, 1});
  CHECK(tables.probe(board_of({}, {6}, Side::White)) == Value{1, 2});
  // Source: https://damforum.nl/bb3/viewtopic.php?t=2603, a report of king against king by E. Trice.
  const Statistics one = tables.files()[0]->slices()[0].statistics;
  CHECK(one.won == 230 && one.drawn == 654 && one.lost == 108);
}

void an_interrupted_build_is_resumed(const fs::path& folder) {
  const std::string last = "1m1k-0m1k";
  THROWS(Cancelled, build(folder, 3, 1, [&](const Progress& progress) { if (progress.step == last) throw Cancelled{}; }));
  CHECK(!fs::exists(File::in(folder, 3)));
  std::set<std::string> finished, repeated;
  for (const auto& entry : fs::directory_iterator(File::in(folder, 3).string() + ".parts"))
    finished.insert(entry.path().stem());
  CHECK(finished.size() == 2);
  build(folder, 3, 2, [&](const Progress& progress) {
    THROWS(TableError, build(folder, 3, 1, [](const Progress&) {}));  // the folder is locked
    if (finished.contains(progress.step)) repeated.insert(progress.step);
  });
  CHECK(repeated.empty());
  CHECK(!fs::exists(File::in(folder, 3).string() + ".parts"));
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void damage_is_found(const fs::path& folder) {
  const fs::path path = File::in(folder, 3);
  const std::string sound = bytes_of(path);
  const auto write = [&](const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; };
  for (const std::size_t at : std::vector<std::size_t>{0, 8, 12, 39, sound.size() / 2, sound.size() - 1}) {
    std::string damaged = sound;
    damaged[at] ^= 4;
    write(damaged);
    THROWS(TableError, File(path).check());
  }
  for (const std::size_t left : {std::size_t{0}, std::size_t{20}, sound.size() - 1}) {
    write(sound.substr(0, left));
    THROWS(TableError, File(path).check());
  }
  try {
    File(path).check();
  } catch (const TableError& error) {
    CHECK(std::strstr(error.what(), "checkers-3.table") && std::strstr(error.what(), "tables build --pieces 3"));
  }
  build(folder, 3, 1, [](const Progress&) {});
  CHECK(bytes_of(path) == sound);
}

void a_table_under_the_wrong_name_is_refused(const fs::path& folder) {
  const fs::path path = File::in(folder, 3), larger = File::in(folder, 4);
  fs::copy_file(path, larger);
  THROWS(TableError, Tables::open(folder));
  THROWS(TableError, File(larger).require_complete());
  fs::remove(larger);
  CHECK(Tables::open(folder)->pieces() == 3);
}

void a_part_of_a_table_is_refused(const fs::path& folder) {
  const fs::path path = File::in(folder, 3);
  const std::string sound = bytes_of(path);
  {
    const File whole(path);
    std::vector<Slice> slices = whole.slices();
    const auto refused = [&] {
      write_file(path, 3, slices);
      THROWS(TableError, Tables::open(folder));
    };
    const Slice last = slices.back();
    slices.back() = slices.front();  // one slice twice, another missing
    refused();
    slices.pop_back();
    refused();
    slices.push_back(last);
    slices.back().has_distances = false;
    refused();
  }
  build(folder, 3, 1, [](const Progress&) {});
  CHECK(bytes_of(path) == sound);
}

// Crafted files with a correct checksum.
void a_file_that_would_be_read_outside_is_refused(const fs::path& folder) {
  constexpr std::size_t pieces = 12, counter = 16, slices = 20, checksum = 32, entry = 40;
  constexpr std::size_t shift = entry + 6, count = entry + 8, offset = entry + 16, size = entry + 24;
  const fs::path path = File::in(folder, 3), crafted = folder / "crafted.table";
  const std::string sound = bytes_of(path);
  const auto get = [&](std::size_t at) {
    std::uint64_t value;
    std::memcpy(&value, &sound[at], sizeof value);
    return value;
  };
  const auto put = [](std::string& bytes, std::size_t at, auto value) { std::memcpy(&bytes[at], &value, sizeof value); };
  const auto is_refused = [&](const char* why, auto&& change) {
    std::string bytes = sound;
    change(bytes);
    put(bytes, checksum, std::uint64_t{0});
    Crc64 crc;
    crc.add(std::as_bytes(std::span(bytes)));
    put(bytes, checksum, crc.value());
    std::ofstream(crafted, std::ios::binary) << bytes;
    try {
      File(crafted).check();
      CHECK(!"it was accepted");
    } catch (const TableError& error) {
      CHECK(std::strstr(error.what(), why));
    }
  };
  const std::size_t body = get(offset), lengths = body, starts = body + kCodes * 4;
  const std::uint64_t blocks = Runs::blocks(get(count), sound[shift]);
  const auto end = static_cast<std::uint32_t>(body + get(size) - starts - blocks * 4);  // as an offset like the starts
  is_refused("draw counter of 49", [&](std::string& bytes) { put(bytes, counter, 49); });
  is_refused("out of range", [&](std::string& bytes) { put(bytes, lengths + 2 * 255, std::uint16_t{0}); });
  is_refused("out of range", [&](std::string& bytes) { put(bytes, starts, ~std::uint32_t{0}); });
  is_refused("out of range", [&](std::string& bytes) { put(bytes, starts + 4 * (blocks - 1), end); });
  is_refused("out of range", [&](std::string& bytes) { put(bytes, starts, end - 1); });
  is_refused("out of range", [&](std::string& bytes) { put(bytes, size, starts - body + blocks * 4); });
  is_refused("directory", [&](std::string& bytes) { put(bytes, size, std::uint64_t{0}); });
  is_refused("directory", [&](std::string& bytes) { put(bytes, size, std::uint64_t{1} << 60); });
  is_refused("impossible", [&](std::string& bytes) { put(bytes, pieces, 1'000'000'000); });
  is_refused("directory", [&](std::string& bytes) { put(bytes, offset, std::uint64_t{1} << 60); });
  is_refused("directory", [&](std::string& bytes) { put(bytes, shift, std::uint16_t{64}); });
  is_refused("directory", [&](std::string& bytes) {  // seven men against no pieces
    put(bytes, pieces, 7);
    put(bytes, slices, 1);
    put(bytes, entry, 7);
    put(bytes, shift, std::uint16_t{15});
    put(bytes, count, std::uint64_t{choose(kManSquares, 7)});
  });
  fs::remove(crafted);
}

void a_large_file_is_read_completely_until_it_has_a_marker(const fs::path& folder) {
  const fs::path path = File::in(folder, 3), marker = marker_path(File(path));
  const std::string sound = bytes_of(path);
  CHECK(Tables::open(folder)->pieces() == 3 && !fs::exists(marker));
  {
    const File small(path);
    std::vector<Slice> slices = small.slices();
    std::vector<std::byte> longer(slices.back().body.begin(), slices.back().body.end());
    longer.resize(longer.size() + kMinMarkedBytes);  // unused bytes
    slices.back().body = longer;
    write_file(path, 3, slices);
  }
  CHECK(Tables::open(folder)->pieces() == 3 && !fs::exists(marker));  // a later change might not change the timestamps
  for (int i = 0; i < 50 && !fs::exists(marker); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(Tables::open(folder)->pieces() == 3);
  }
  CHECK(bytes_of(marker) == File(path).identity());

  const auto damage = [&] {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(-1, std::ios::end).put(1);
  };
  damage();
  THROWS(TableError, Tables::open(folder));
  fs::copy_file(path, folder / "copy");
  std::ofstream(marker, std::ios::binary) << File(path).identity();  // as if the file had been valid when it was checked
  const auto trusted = Tables::open(folder);
  THROWS(TableError, verify(*trusted, 2, 1, 1, [](const Progress&) {}));
  THROWS(TableError, trusted->files()[1]->check());
  fs::rename(folder / "copy", path);
  THROWS(TableError, Tables::open(folder));
  fs::remove(marker);
  fs::create_directory(marker);  // the marker cannot be written
  THROWS(TableError, Tables::open(folder));
  fs::remove(marker);
  build(folder, 3, 1, [](const Progress&) {});
  CHECK(bytes_of(path) == sound);
}

void a_wrong_value_is_found(const fs::path& folder) {
  const auto tables = Tables::open(folder, 3);
  const auto silent = [](const Progress&) {};
  CHECK(verify(*tables, 3, 1, 2, silent) > 100'000);
  std::vector<Slice> slices = tables->files()[1]->slices();
  std::vector<StoredValue> values = slices[0].runs().decode(slices[0].count);
  for (StoredValue& value : values) value = static_cast<StoredValue>(-value);
  const Encoded encoded = encode(values);
  slices[0].body = encoded.body;
  slices[0].shift = encoded.shift;
  write_file(File::in(folder, 3), 3, slices);
  THROWS(TableError, verify(*Tables::open(folder, 3), 3, 1, 1, silent));
}

}  // namespace

int main() {
  the_checksum_is_the_known_one();
  flipping_a_board_changes_sides();
  every_board_has_its_own_number();
  crownings_lead_to_earlier_slices();
  runs_decode_to_the_encoded_values();
  const Folder folder;
  THROWS(TableError, Tables::open(folder.path));
  an_interrupted_build_is_resumed(folder.path);
  kings_against_kings(*Tables::open(folder.path));
  damage_is_found(folder.path);
  a_table_under_the_wrong_name_is_refused(folder.path);
  a_part_of_a_table_is_refused(folder.path);
  a_file_that_would_be_read_outside_is_refused(folder.path);
  a_large_file_is_read_completely_until_it_has_a_marker(folder.path);
  a_wrong_value_is_found(folder.path);
  return test::finish();
}
