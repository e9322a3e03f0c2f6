#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <optional>
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

// Values in short and long runs.
std::vector<StoredValue> random_values(Random& random, int different) {
  std::vector<StoredValue> values;
  while (values.size() < 100'000) {
    const int value = random.below(different + 1) - different / 2;
    const int length = random.below(20) ? 1 + random.below(6) : random.below(90'000);
    values.insert(values.end(), static_cast<std::size_t>(length), random.below(4) ? static_cast<StoredValue>(value) : kDontCare);
  }
  return values;
}

void runs_decode_to_the_encoded_values() {
  Random random{3};
  for (const int different : {1, 3, 40, 200}) {
    std::vector<StoredValue> values = random_values(random, different);
    const std::vector<StoredValue> expected = values;
    const Encoded encoded = encode(values);
    const Runs runs(encoded.body, values.size(), encoded.shift);
    CHECK(runs.decode(values.size()) == values);
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (expected[i] != kDontCare && runs[i] != expected[i]) return CHECK(!"a run is wrong");
  }
}

void a_grammar_decodes_to_the_encoded_values() {
  Random random{4};
  for (const int different : {1, 3, 40, 200}) {
    std::vector<StoredValue> values = random_values(random, different);
    for (std::size_t i = 50'000; i < 60'000; ++i) values[i] = values[i - 1'000];  // repeated, so that symbols nest
    const std::vector<StoredValue> expected = values;
    const Encoded runs = encode(values, [] {}, kRunBytesInGrammarBlock), encoded = compress(runs, values.size());
    CHECK(Grammar::is_valid(encoded.body, values.size(), encoded.shift));
    CHECK(encoded.body.size() <= runs.body.size() * 3 / 2 + 16);
    const Grammar grammar(encoded.body, values.size(), encoded.shift);
    CHECK(grammar.decode(values.size()) == values);
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (expected[i] != kDontCare && grammar[i] != expected[i]) return CHECK(!"a value is wrong");
  }
}

void a_grammar_that_would_be_read_outside_is_refused() {
  Random random{5};
  std::vector<StoredValue> values(100'000);
  for (StoredValue& value : values) value = static_cast<StoredValue>(random.below(3));
  const Encoded sound = compress(encode(values, [] {}, kRunBytesInGrammarBlock), values.size());
  const auto is_refused = [&](std::size_t at, auto value) {
    std::vector<std::byte> body = sound.body;
    std::memcpy(&body[at], &value, sizeof value);
    CHECK(!Grammar::is_valid(body, values.size(), sound.shift));
  };
  constexpr std::size_t rule_count = kCodes * 4, rules = rule_count + 4;
  std::uint32_t count;
  std::memcpy(&count, &sound.body[rule_count], sizeof count);
  CHECK(count > 10);
  const std::size_t starts = rules + 4 * count, last = starts + 4 * (Runs::blocks(values.size(), sound.shift) - 1);
  is_refused(0, std::uint16_t{0});                                       // a run without values
  is_refused(rules, std::uint16_t{kCodes});                              // a symbol that contains itself
  is_refused(rules + 6, static_cast<std::uint16_t>(kCodes + 1));
  is_refused(rule_count, std::uint32_t{Grammar::kMaxSymbols});           // too many symbols
  is_refused(rule_count, ~std::uint32_t{0});
  is_refused(starts, ~std::uint32_t{0});
  is_refused(last, static_cast<std::uint32_t>(sound.body.size()));
  std::vector<std::byte> doubling = sound.body;  // symbols that take all memory when they are decoded
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto previous = static_cast<std::uint16_t>(i ? kCodes + i - 1 : 0);
    const std::uint16_t rule[] = {previous, previous};
    std::memcpy(&doubling[rules + 4 * i], rule, sizeof rule);
  }
  CHECK(!Grammar::is_valid(doubling, values.size(), sound.shift));
  const std::span<const std::byte> body = sound.body;
  CHECK(!Grammar::is_valid(body.first(Grammar::min_bytes(values.size(), sound.shift)), values.size(), sound.shift));
  CHECK(!Grammar::is_valid(body.first(body.size() - 16), values.size(), sound.shift));
}

struct Change {
  Material material;
  BoardIndex index;
  StoredValue value;
};

// Writes slices for three pieces with distances that are rounded as those of more pieces are, one of them changed.
void write_rounded_table(const fs::path& path, std::vector<Slice> slices, const std::optional<Change>& change = {}) {
  std::deque<Encoded> encoded;
  for (Slice& slice : slices) {
    std::vector<StoredValue> values = slice.decode();
    for (StoredValue& value : values) value = rounded(value);
    if (change && change->material == slice.material) values[change->index] = change->value;
    encoded.push_back(compress(encode(values), values.size()));
    slice.distance_step = kDistanceStep, slice.body = encoded.back().body, slice.shift = encoded.back().shift;
  }
  write_file(path, 3, slices);
}

// The values of three pieces, rounded as those of more pieces are, bound the exact ones.
void rounded_distances_are_bounds(const fs::path& folder) {
  const auto exact = Tables::open(folder);
  const fs::path path = folder / "rounded.table";
  write_rounded_table(path, exact->files()[1]->slices());
  Tables tables;
  tables.add(File::in(folder, 2));
  tables.add(path);
  int narrowed = 0;
  for (const Material& material : all_materials(3)) {
    const Index index(material);
    for (BoardIndex number = 0; number < index.size(); ++number) {
      const auto board = index.board(number);
      if (!board || must_jump(*board)) continue;
      const Value value = exact->probe_quiet(*board), bounds = tables.probe_quiet(*board), close = tables.probe_closely(*board);
      for (const Value& known : {bounds, close})
        if (known.result != value.result || known.distance < value.distance || known.min_distance > value.distance)
          return CHECK(!"a distance is outside its bounds");
      const bool beyond = value.distance > kCounter;
      CHECK(beyond ? bounds.min_distance > kCounter : bounds.distance <= kCounter);
      if (value.result < 0 && !beyond) CHECK(bounds.distance - bounds.min_distance < kDistanceStep);
      if (value.result > 0 && !beyond) CHECK(close.distance - close.min_distance <= kDistanceStep);
      narrowed += close != bounds;
    }
  }
  CHECK(narrowed > 10'000);
  fs::remove(path);
}

// Returns the index of a quiet board of the material that is lost with the given distance.
BoardIndex find_loss(const Tables& tables, const Material& material, int distance) {
  const Index index(material);
  for (BoardIndex number = 0; number < index.size(); ++number)
    if (const auto board = index.board(number); board && !must_jump(*board) && tables.probe_quiet(*board) == Value{-1, distance})
      return number;
  throw std::logic_error("there is no such loss");
}

void a_wrong_rounded_distance_is_found(const fs::path& folder) {
  const auto exact = Tables::open(folder);
  const fs::path path = folder / "rounded.table";
  const auto check = [&](const std::optional<Change>& change) {
    write_rounded_table(path, exact->files()[1]->slices(), change);
    Tables tables;
    tables.add(File::in(folder, 2));
    tables.add(path);
    verify(tables, 3, 1, 1, [](const Progress&) {});
  };
  check({});
  const Material lone_king{0, 1, 0, 2};
  const BoardIndex loss = find_loss(*exact, lone_king, 26);
  for (const int wrong : {-10, -20, -50, -kBeyondCounter})
    THROWS(TableError, check(Change{lone_king, loss, static_cast<StoredValue>(wrong)}));
  fs::remove(path);
}

// A file in which all positions are drawn.
void write_drawn_table(const fs::path& folder, int pieces, int distance_step) {
  std::vector<std::vector<std::byte>> bodies;
  std::vector<Slice> slices;
  constexpr int shift = 15;
  for (const Material& material : all_materials(pieces)) {
    const std::uint64_t count = Index(material).size();
    bodies.emplace_back(Grammar::min_bytes(count, shift) + 8);
    std::vector<std::uint16_t> lengths(kCodes, 1 << shift);
    std::memcpy(bodies.back().data(), lengths.data(), kCodes * 2);
    bodies.back().resize((bodies.back().size() + 7) / 8 * 8);
    slices.push_back({material, distance_step, shift, count, {0, 1, 0, 0, 0}, {}});
  }
  for (std::size_t i = 0; i < slices.size(); ++i) slices[i].body = bodies[i];
  write_file(File::in(folder, pieces), pieces, slices);
}

void a_table_with_distances_is_preferred(const fs::path& folder) {
  const fs::path folders[] = {folder / "first", folder / "second"};
  for (const fs::path& place : folders) fs::create_directories(place);
  for (const int pieces : {2, 3}) fs::copy_file(File::in(folder, pieces), File::in(folders[0], pieces));
  write_drawn_table(folders[0], 4, 1);
  const auto opened = [&] { return Tables::open(std::span<const fs::path>(folders)); };
  CHECK(opened()->pieces() == 4 && opened()->pieces_with_distances() == 4);
  write_drawn_table(folders[0], 5, 0);
  CHECK(opened()->pieces() == 5 && opened()->pieces_with_distances() == 4);
  write_drawn_table(folders[1], 5, kDistanceStep);
  CHECK(opened()->pieces_with_distances() == 5 && opened()->files()[3]->path() == File::in(folders[1], 5));
  write_drawn_table(folders[0], 5, kDistanceStep);
  CHECK(opened()->files()[3]->path() == File::in(folders[0], 5));
  write_drawn_table(folders[0], 5, 0);
  fs::remove(File::in(folders[1], 5));
  write_drawn_table(folders[0], 6, kDistanceStep);
  CHECK(opened()->pieces() == 6 && opened()->pieces_with_distances() == 4);  // not 6, since those for 5 are missing
  for (const fs::path& place : folders) fs::remove_all(place);
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

void a_part_with_rounded_distances_is_solved_again(const fs::path& folder) {
  const fs::path again = folder / "again", part = File::in(again, 3).string() + ".parts/0m2k-0m1k.table";
  THROWS(Cancelled, build(again, 3, 1, [&](const Progress&) { if (fs::exists(part)) throw Cancelled{}; }));
  write_rounded_table(part, File(part).slices());
  build(again, 3, 1, [](const Progress&) {});
  CHECK(Tables::open(again)->pieces() == 3);
  fs::remove_all(again);
}

void a_folder_that_cannot_be_opened_is_not_in_use(const fs::path& folder) {
  rlimit limit;
  CHECK(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  const rlimit none{0, limit.rlim_max};
  CHECK(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  std::string message;
  try {
    build(folder / "unopened", 2, 1, [](const Progress&) {});
  } catch (const TableError& error) {
    message = error.what();
  }
  CHECK(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(message.ends_with("checkers-2.table.parts cannot be opened: Too many open files"));
  fs::remove_all(folder / "unopened");
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
    slices.back().distance_step = 0;
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
  a_grammar_decodes_to_the_encoded_values();
  a_grammar_that_would_be_read_outside_is_refused();
  const Folder folder;
  THROWS(TableError, Tables::open(folder.path));
  an_interrupted_build_is_resumed(folder.path);
  kings_against_kings(*Tables::open(folder.path));
  a_part_with_rounded_distances_is_solved_again(folder.path);
  a_folder_that_cannot_be_opened_is_not_in_use(folder.path);
  rounded_distances_are_bounds(folder.path);
  a_wrong_rounded_distance_is_found(folder.path);
  a_table_with_distances_is_preferred(folder.path);
  damage_is_found(folder.path);
  a_table_under_the_wrong_name_is_refused(folder.path);
  a_part_of_a_table_is_refused(folder.path);
  a_file_that_would_be_read_outside_is_refused(folder.path);
  a_large_file_is_read_completely_until_it_has_a_marker(folder.path);
  a_wrong_value_is_found(folder.path);
  return test::finish();
}
