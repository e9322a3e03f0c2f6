#include "checkers/endgame/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>

#include "checkers/endgame/index.hpp"
#include "checkers/endgame/value.hpp"
#include "core/crc64.hpp"
#include "core/error.hpp"

namespace crownbridge::checkers::endgame {
namespace {

static_assert(std::endian::native == std::endian::little, "table files are little-endian");

constexpr std::array<char, 8> kMagic{'C', 'B', 't', 'a', 'b', 'l', 'e', '\n'};
constexpr std::uint32_t kVersion = 2;       // slices may be compressed with a grammar
constexpr std::uint32_t kFirstVersion = 1;  // all slices are run-length-encoded

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kFirstVersion;
  std::uint32_t pieces = 0;
  std::uint32_t counter = kCounter;  // draw counter that the distances refer to; every ply without a capture decrements it
  std::uint32_t slices = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(Header) == 40);

struct Entry {
  std::array<std::uint8_t, 4> material;
  std::uint16_t distance_step;
  std::uint16_t shift;
  std::uint64_t count, offset, bytes;
  Statistics statistics;
};
static_assert(sizeof(Entry) == 72);

// Returns the last part of an error message: how to rebuild the table.
std::string remedy(const std::filesystem::path& path) {
  std::string name = path.filename();
  const auto digit = std::find_if(name.begin(), name.end(), [](char c) { return c >= '2' && c <= '7'; });
  const std::string pieces = digit == name.end() ? "N" : std::string(1, *digit);
  return "; rebuild it with: crownbridge tables build --pieces " + pieces;
}

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& why) {
  throw TableError(path.string() + " " + why + remedy(path));
}

[[noreturn]] void fail_to_write(const std::filesystem::path& path) {
  throw TableError(path.string() + " cannot be written: " + std::strerror(errno));
}

std::uint64_t checksum_of(Header header, std::span<const std::byte> rest) {
  header.checksum = 0;
  Crc64 crc;
  crc.add(std::as_bytes(std::span(&header, 1)));
  crc.add(rest);
  return crc.value();
}

// Coarsest timestamp resolution of any file system, in seconds.
constexpr std::time_t kTimestampResolution = 2;

std::string identity_of(const struct stat& status, std::uint64_t checksum) {
  std::string text;
  const auto add = [&](auto number) { text += std::to_string(number) + " "; };
  add(status.st_dev), add(status.st_ino), add(status.st_size);
  add(status.st_mtim.tv_sec), add(status.st_mtim.tv_nsec), add(status.st_ctim.tv_sec), add(status.st_ctim.tv_nsec);
  add(checksum);
  return text;
}

// Closes a file descriptor on destruction.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

void write_all(int to, std::span<const std::byte> bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(to, bytes.data(), std::min(bytes.size(), std::size_t{1} << 24));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_to_write(path);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

}  // namespace

void Statistics::add(const Statistics& that) {
  won += that.won, drawn += that.drawn, lost += that.lost, beyond += that.beyond;
  longest = std::max(longest, that.longest);
}

std::filesystem::path File::in(const std::filesystem::path& folder, int pieces) {
  return folder / ("checkers-" + std::to_string(pieces) + ".table");
}

File::File(const std::filesystem::path& path) : path_(path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status;
  if (file.number < 0 || ::fstat(file.number, &status) != 0)
    fail(path, std::string("cannot be read: ") + std::strerror(errno));
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size < sizeof(Header)) fail(path, "is too short for an endgame table");
  void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (mapped == MAP_FAILED) fail(path, std::string("cannot be mapped: ") + std::strerror(errno));
  bytes_ = {static_cast<const std::byte*>(mapped), size};
  try {
    Header header;
    std::memcpy(&header, mapped, sizeof header);
    if (header.magic != kMagic) fail(path, "is not an endgame table");
    if (header.version < kFirstVersion || header.version > kVersion)
      fail(path, "has format " + std::to_string(header.version) + ", this program reads up to " + std::to_string(kVersion));
    if (header.counter != kCounter)
      fail(path, "is for a draw counter of " + std::to_string(header.counter) + ", not " + std::to_string(kCounter));
    if (header.bytes != size) fail(path, "is truncated");
    const std::span<const std::byte> rest = bytes_.subspan(sizeof header);
    if (header.pieces < kMinPieces || header.pieces > kMaxPieces)
      fail(path, "is damaged: it has an impossible number of pieces");
    pieces_ = static_cast<int>(header.pieces);
    checksum_ = header.checksum;
    identity_ = identity_of(status, checksum_);
    reliable_times_ = ::time(nullptr) - status.st_ctim.tv_sec > kTimestampResolution;
    if (header.slices > rest.size() / sizeof(Entry)) fail(path, "is damaged: its directory is too long");
    for (std::size_t i = 0; i < header.slices; ++i) {
      Entry entry;
      std::memcpy(&entry, rest.data() + i * sizeof entry, sizeof entry);
      const auto& [own_men, own_kings, their_men, their_kings] = entry.material;
      const Material material{own_men, own_kings, their_men, their_kings};
      if (material.pieces() != pieces_ || !material.has_both_sides() || entry.shift > 15 || entry.offset % 8 ||
          entry.count != Index(material).size() || entry.offset > size || entry.bytes > size - entry.offset ||
          entry.distance_step > kCounter || entry.bytes < Runs::min_bytes(entry.count, entry.shift) ||
          (entry.distance_step > 1 && entry.bytes < Grammar::min_bytes(entry.count, entry.shift)))
        fail(path, "is damaged: its directory is invalid");
      slices_.push_back({material, entry.distance_step, static_cast<int>(entry.shift), entry.count, entry.statistics,
                         bytes_.subspan(entry.offset, entry.bytes)});
    }
  } catch (...) {
    ::munmap(mapped, size);
    throw;
  }
}

File::~File() { ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

void File::check() const {
  Header header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  if (header.checksum != checksum_of(header, bytes_.subspan(sizeof header)))
    fail(path_, "is damaged: its checksum is wrong");
  for (const Slice& slice : slices_)
    if (!slice.is_valid())
      fail(path_, "is damaged: slice " + slice.material.name() + " has offsets out of range");
}

std::vector<Material> File::materials() const {
  std::vector<Material> materials;
  for (const Slice& slice : slices_) materials.push_back(slice.material);
  std::ranges::sort(materials);
  return materials;
}

void File::require_complete() const {
  if (path_.filename() != in({}, pieces_)) fail(path_, "is a table for " + std::to_string(pieces_) + " pieces");
  if (materials() != all_materials(pieces_)) fail(path_, "is an incomplete table");
  const auto is_wrong_kind = [&](const Slice& slice) { return (slice.distance_step == 1) != stores_distances(pieces_); };
  if (std::ranges::any_of(slices_, is_wrong_kind)) fail(path_, "is an incomplete table");
}

bool File::has_distances() const {
  return std::ranges::all_of(slices_, [](const Slice& slice) { return slice.distance_step > 0; });
}

Statistics File::statistics() const {
  Statistics all;
  for (const Slice& slice : slices_) all.add(slice.statistics);
  return all;
}

void write_file(const std::filesystem::path& path, int pieces, std::span<const Slice> slices) {
  std::vector<Entry> directory;
  std::uint64_t end = sizeof(Header) + slices.size() * sizeof(Entry);
  for (const Slice& slice : slices) {
    const auto small = [](int n) { return static_cast<std::uint8_t>(n); };
    const auto& [own_men, own_kings, their_men, their_kings] = slice.material;
    directory.push_back({{small(own_men), small(own_kings), small(their_men), small(their_kings)},
                         static_cast<std::uint16_t>(slice.distance_step),
                         static_cast<std::uint16_t>(slice.shift), slice.count, end, slice.body.size(), slice.statistics});
    end += slice.body.size();
  }
  Header header;
  if (std::ranges::any_of(slices, &Slice::has_grammar)) header.version = kVersion;
  header.pieces = static_cast<std::uint32_t>(pieces);
  header.slices = static_cast<std::uint32_t>(slices.size());
  header.bytes = end;
  const std::span<const std::byte> entries = std::as_bytes(std::span(directory));
  Crc64 crc;
  crc.add(std::as_bytes(std::span(&header, 1)));
  crc.add(entries);
  for (const Slice& slice : slices) crc.add(slice.body);
  header.checksum = crc.value();

  const std::string unfinished = path.string() + "." + std::to_string(::getpid());
  try {
    const Descriptor file{::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (file.number < 0) fail_to_write(path);
    write_all(file.number, std::as_bytes(std::span(&header, 1)), path);
    write_all(file.number, entries, path);
    for (const Slice& slice : slices) write_all(file.number, slice.body, path);
    if (::fsync(file.number) != 0) fail_to_write(path);
    if (::rename(unfinished.c_str(), path.c_str()) != 0) fail_to_write(path);
  } catch (...) {
    ::unlink(unfinished.c_str());
    throw;
  }
}

}  // namespace crownbridge::checkers::endgame
