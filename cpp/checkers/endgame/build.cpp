#include "checkers/endgame/build.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <set>

#include "checkers/endgame/solve.hpp"
#include "checkers/endgame/verify.hpp"
#include "core/error.hpp"

namespace crownbridge::checkers::endgame {
namespace {

namespace fs = std::filesystem;

// Locks a folder against concurrent builds.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder) : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    if (error != EWOULDBLOCK) throw TableError(folder.string() + " cannot be opened: " + std::strerror(error));
    throw TableError(folder.string() + " is in use by another build; wait for it, or choose another folder");
  }
  ~FolderLock() { ::close(descriptor_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

// Returns the path of the temporary file that holds a pair of slices until the table is complete.
fs::path part_path(const fs::path& parts, const Material& material) { return parts / (material.name() + ".table"); }

bool is_valid(const fs::path& table) {
  try {
    const File file(table);
    file.check();
    file.require_complete();
    return file.has_distances();
  } catch (const TableError&) {
    return false;
  }
}

bool is_valid(const fs::path& part, const Material& material) {
  try {
    const File file(part);
    file.check();
    const auto is_exact = [](const Slice& slice) { return slice.distance_step == 1; };
    return std::ranges::equal(file.materials(), std::set<Material>{material, material.flipped()}) &&
           std::ranges::all_of(file.slices(), is_exact);
  } catch (const TableError&) {
    return false;
  }
}

void solve_part(const fs::path& path, const Material& material, const Tables& solved_tables, int threads,
                const std::function<void(double)>& pause) {
  std::vector<Encoded> encoded;
  std::vector<Slice> slices;
  for (SolvedSlice& slice : solve(material, solved_tables, threads, pause)) {
    encoded.push_back(encode(slice.values, [&] { pause(1); }));
    slices.push_back({slice.material, 1, encoded.back().shift, slice.values.size(), slice.statistics, {}});
  }
  for (std::size_t i = 0; i < slices.size(); ++i) slices[i].body = encoded[i].body;
  write_file(path, material.pieces(), slices);
}

// Writes all parts to one file. The distances of tables with many pieces are rounded.
void merge_parts(const fs::path& path, int pieces, const Tables& parts, const std::function<void()>& pause) {
  std::deque<Encoded> encoded;
  std::vector<Slice> slices;
  for (const auto& file : parts.files())
    if (file->pieces() == pieces) slices.insert(slices.end(), file->slices().begin(), file->slices().end());
  if (!stores_distances(pieces))
    for (Slice& slice : slices) {
      std::vector<StoredValue> values = slice.decode();
      for (StoredValue& value : values) value = rounded(value);
      encoded.push_back(compress(encode(values, pause, kRunBytesInGrammarBlock), values.size(), pause));
      slice.distance_step = kDistanceStep;
      slice.body = encoded.back().body;
      slice.shift = encoded.back().shift;
      if (slice.decode() != values) throw TableError(path.string() + " could not be encoded");
    }
  write_file(path, pieces, slices);
}

void build_one(const fs::path& folder, int pieces, int threads, const ProgressCallback& report) {
  const fs::path path = File::in(folder, pieces), parts = path.string() + ".parts";
  fs::create_directories(parts);
  const FolderLock lock(parts);
  Tables tables;
  for (int fewer = kMinPieces; fewer < pieces; ++fewer) tables.add(File::in(folder, fewer));

  const std::vector<Material> pairs = material_pairs(pieces);
  const auto weight = [](const Material& material) { return static_cast<double>(Index(material).size()); };
  double total = 0, finished = 0;
  for (const Material& material : pairs) total += weight(material);
  for (const Material& material : pairs) {
    const fs::path part = part_path(parts, material);
    if (!is_valid(part, material))
      solve_part(part, material, tables, threads, [&](double fraction) {
        report({pieces, material.name(), (finished + fraction * weight(material)) / total});
      });
    tables.add(part);
    finished += weight(material);
  }
  try {
    verify(tables, pieces, 1, threads, report);
  } catch (const TableError&) {
    fs::remove_all(parts);
    throw;
  }
  merge_parts(path, pieces, tables, [&] { report({pieces, "writing", 1}); });
  fs::remove_all(parts);
}

}  // namespace

void build(const fs::path& folder, int pieces, int threads, const ProgressCallback& report) {
  if (pieces < kMinPieces || pieces > kMaxPieces)
    throw OptionError("endgame tables have " + std::to_string(kMinPieces) + " to " + std::to_string(kMaxPieces) +
                      " pieces, not " + std::to_string(pieces));
  const ProgressCallback limited = rate_limited(report);
  try {
    for (int count = kMinPieces; count <= pieces; ++count)
      if (!is_valid(File::in(folder, count))) build_one(folder, count, threads, limited);
  } catch (const fs::filesystem_error& error) {
    throw TableError(error.path1().string() + " cannot be written: " + error.code().message());
  }
}

}  // namespace crownbridge::checkers::endgame
