#include "checkers/endgame/grammar.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>

namespace crownbridge::checkers::endgame {
namespace {

using Symbol = std::uint16_t;

// Ends each block while pairs are replaced, so that no symbol reaches into the next block.
constexpr Symbol kEndOfBlock = Grammar::kMaxSymbols;

// A rule takes 4 bytes and saves a symbol of 1.5 bytes for each pair that it replaces.
constexpr std::uint32_t kMinPairs = 6;

struct Pair {
  std::uint32_t count;
  Symbol first, second;
};

// Counts the pairs of adjacent symbols.
class PairCounts {
 public:
  PairCounts() : counts_(Grammar::kMaxSymbols * Grammar::kMaxSymbols) {}

  // Returns all pairs that occur at least kMinPairs times, most frequent first.
  std::vector<Pair> frequent_pairs(const std::vector<Symbol>& text, const std::function<void()>& pause) {
    std::vector<std::uint32_t> seen;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (i % kBetweenPauses == 0) pause();
      if (text[i] == kEndOfBlock || text[i + 1] == kEndOfBlock) continue;
      const std::uint32_t pair = text[i] * std::uint32_t{Grammar::kMaxSymbols} + text[i + 1];
      if (!counts_[pair]++) seen.push_back(pair);
      if (text[i] == text[i + 1] && i + 2 < text.size() && text[i + 2] == text[i]) ++i;  // pairs do not overlap
    }
    std::vector<Pair> pairs;
    for (const std::uint32_t pair : seen) {
      if (counts_[pair] >= kMinPairs)
        pairs.push_back({counts_[pair], static_cast<Symbol>(pair / Grammar::kMaxSymbols), static_cast<Symbol>(pair % Grammar::kMaxSymbols)});
      counts_[pair] = 0;
    }
    std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
      return std::tuple(b.count, a.first, a.second) < std::tuple(a.count, b.first, b.second);
    });
    return pairs;
  }

  // The symbol that replaces each pair, 0 for none; a reference into the same array.
  std::uint32_t& operator()(Symbol first, Symbol second) { return counts_[first * std::size_t{Grammar::kMaxSymbols} + second]; }

 private:
  std::vector<std::uint32_t> counts_;
};

// Returns the run codes of all blocks, with kEndOfBlock after each.
std::vector<Symbol> read_codes(const Encoded& runs, std::uint64_t count, const std::function<void()>& pause) {
  const std::uint64_t blocks = Runs::blocks(count, runs.shift), block = std::uint64_t{1} << runs.shift;
  const auto* const lengths = reinterpret_cast<const std::uint16_t*>(runs.body.data());
  const auto* const starts = reinterpret_cast<const std::uint32_t*>(runs.body.data() + kCodes * 4);
  const auto* const codes = reinterpret_cast<const std::uint8_t*>(starts + blocks);
  std::vector<Symbol> text;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    if (i % kBetweenPauses == 0) pause();
    std::uint64_t left = std::min(block, count - i * block);
    for (const std::uint8_t* at = codes + starts[i]; left; left -= lengths[*at++]) text.push_back(*at);
    text.push_back(kEndOfBlock);
  }
  return text;
}

// Replaces frequent pairs, a few rules in each pass. Returns the rules.
std::vector<std::array<Symbol, 2>> replace_pairs(std::vector<Symbol>& text, const std::function<void()>& pause) {
  std::vector<std::array<Symbol, 2>> rules;
  PairCounts pairs;
  const auto symbols = [&] { return kCodes + rules.size(); };
  while (symbols() < Grammar::kMaxSymbols) {
    const std::vector<Pair> frequent = pairs.frequent_pairs(text, pause);
    if (frequent.empty()) break;
    // Pairs in one pass share no symbol on the same side in a way that makes them overlap: no symbol is both the first
    // of one pair and the second of another.
    const std::size_t most = std::min(Grammar::kMaxSymbols, symbols() + std::max<std::size_t>(8, symbols() / 8));
    std::vector<bool> is_first(symbols()), is_second(symbols());
    std::vector<Pair> chosen;
    for (const Pair& pair : frequent) {
      if (symbols() + chosen.size() == most || pair.count < frequent.front().count / 3) break;
      if (is_second[pair.first] || is_first[pair.second]) continue;
      is_first[pair.first] = is_second[pair.second] = true;
      chosen.push_back(pair);
    }
    for (const Pair& pair : chosen) {
      pairs(pair.first, pair.second) = static_cast<std::uint32_t>(symbols());
      rules.push_back({pair.first, pair.second});
    }
    std::size_t end = 0;
    for (std::size_t i = 0, steps = 0; i < text.size(); ++i) {
      if (++steps % kBetweenPauses == 0) pause();
      const bool last = text[i] == kEndOfBlock || text[i + 1] == kEndOfBlock;
      if (const std::uint32_t symbol = last ? 0 : pairs(text[i], text[i + 1])) text[end++] = static_cast<Symbol>(symbol), ++i;
      else text[end++] = text[i];
    }
    text.resize(end);
    for (const Pair& pair : chosen) pairs(pair.first, pair.second) = 0;
  }
  return rules;
}

}  // namespace

Grammar::Grammar(std::span<const std::byte> body, std::uint64_t count, int shift)
    : values_(reinterpret_cast<const StoredValue*>(body.data() + kCodes * 2)),
      starts_(reinterpret_cast<const std::uint32_t*>(body.data() + kCodes * 4 + 4 + rule_count(body) * sizeof(Rule))),
      symbols_(reinterpret_cast<const std::byte*>(starts_ + Runs::blocks(count, shift))),
      lengths_(kMaxSymbols, 1),
      rules_(kMaxSymbols - kCodes),
      shift_(shift) {
  const auto* const lengths = reinterpret_cast<const std::uint16_t*>(body.data());
  std::copy_n(lengths, kCodes, lengths_.begin());
  std::memcpy(rules_.data(), body.data() + kCodes * 4 + 4, rule_count(body) * sizeof(Rule));
  for (std::size_t i = 0; i < rule_count(body); ++i) {
    const std::uint64_t length = std::uint64_t{lengths_[rules_[i][0]]} + lengths_[rules_[i][1]];
    lengths_[kCodes + i] = static_cast<std::uint32_t>(std::min<std::uint64_t>(length, std::numeric_limits<std::uint32_t>::max()));
  }
}

bool Grammar::is_valid(std::span<const std::byte> body, std::uint64_t count, int shift) {
  const std::uint64_t rules = rule_count(body), head = min_bytes(count, shift) + rules * sizeof(Rule);
  if (rules > kMaxSymbols - kCodes || body.size() < head) return false;
  const auto* const lengths = reinterpret_cast<const std::uint16_t*>(body.data());
  if (std::ranges::count(std::span(lengths, kCodes), 0)) return false;
  const auto* const rule = reinterpret_cast<const Rule*>(body.data() + kCodes * 4 + 4);
  for (std::size_t i = 0; i < rules; ++i)
    if (std::max(rule[i][0], rule[i][1]) >= kCodes + i) return false;
  const Grammar grammar(body, count, shift);
  const std::uint64_t symbols = (body.size() - head) * 8 / kSymbolBits, block = std::uint64_t{1} << shift;
  const auto is_too_long = [&](std::uint32_t length) { return length > block; };
  if (std::ranges::any_of(std::span(grammar.lengths_).subspan(kCodes), is_too_long)) return false;
  for (std::uint64_t first = 0; first < count; first += block) {
    std::uint64_t at = grammar.starts_[first >> shift];
    if (at + block <= symbols) continue;  // each symbol stands for at least one value
    for (std::uint64_t values = 0; values < std::min(block, count - first); values += grammar.lengths_[grammar.symbol_at(at++)])
      if (at >= symbols) return false;
  }
  return true;
}

std::vector<StoredValue> Grammar::decode(std::uint64_t count) const {
  std::vector<StoredValue> values;
  values.reserve(count);
  const auto* const code_lengths = lengths_.data();
  std::vector<std::uint32_t> stack;
  const std::uint64_t block = std::uint64_t{1} << shift_;
  for (std::uint64_t first = 0; first < count; first += block) {
    const std::uint64_t end = std::min(count, first + block);
    for (std::uint64_t at = starts_[first >> shift_]; values.size() < end; ++at)
      for (stack = {symbol_at(at)}; !stack.empty();) {
        const std::uint32_t symbol = stack.back();
        stack.pop_back();
        if (symbol < kCodes) values.insert(values.end(), code_lengths[symbol], values_[symbol]);
        else stack.insert(stack.end(), {rules_[symbol - kCodes][1], rules_[symbol - kCodes][0]});
      }
  }
  return values;
}

Encoded compress(const Encoded& runs, std::uint64_t count, const std::function<void()>& pause) {
  std::vector<Symbol> text = read_codes(runs, count, pause);
  const std::vector<std::array<Symbol, 2>> rules = replace_pairs(text, pause);
  std::vector<std::uint32_t> starts{0};
  std::vector<std::byte> symbols((text.size() * Grammar::kSymbolBits + 7) / 8 + Grammar::kPadding);
  std::uint32_t written = 0;
  for (const Symbol symbol : text) {
    if (symbol == kEndOfBlock) {
      starts.push_back(written);
      continue;
    }
    std::uint32_t word;
    std::byte* const to = symbols.data() + std::size_t{written} * Grammar::kSymbolBits / 8;
    std::memcpy(&word, to, sizeof word);
    word |= std::uint32_t{symbol} << (written % 2 * 4);
    std::memcpy(to, &word, sizeof word);
    ++written;
  }
  starts.pop_back();
  symbols.resize((std::size_t{written} * Grammar::kSymbolBits + 7) / 8 + Grammar::kPadding);
  const auto rule_count = static_cast<std::uint32_t>(rules.size());
  const std::span<const std::byte> parts[] = {
      std::span(runs.body).first(kCodes * 4), std::as_bytes(std::span(&rule_count, 1)), std::as_bytes(std::span(rules)),
      std::as_bytes(std::span(starts)), symbols};
  std::size_t bytes = 0;
  for (const auto& part : parts) bytes += part.size();
  Encoded encoded{std::vector<std::byte>((bytes + 7) / 8 * 8), runs.shift};
  auto to = encoded.body.begin();
  for (const auto& part : parts) to = std::ranges::copy(part, to).out;
  return encoded;
}

}  // namespace crownbridge::checkers::endgame
