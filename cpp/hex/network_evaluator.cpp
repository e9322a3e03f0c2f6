#include "hex/network_evaluator.hpp"

#include <algorithm>

#include "hex/leaf_view.hpp"

namespace crownbridge::hex {

void CachedNetwork::evaluate(const std::int8_t* boards, std::size_t count, int size, float* chances, float* logits) const {
  const auto cells = static_cast<std::size_t>(size * size);
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < count; ++i) keys.emplace_back(boards + i * cells, boards + (i + 1) * cells);
  std::vector<std::shared_ptr<const Evaluation>> evaluations(count);
  std::vector<std::size_t> missing;  // boards that are not in the cache, each once
  {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < count; ++i) {
      if (const auto entry = cache_.find(keys[i]); entry != cache_.end()) evaluations[i] = entry->second;
      else if (std::ranges::none_of(missing, [&](std::size_t j) { return keys[j] == keys[i]; })) missing.push_back(i);
    }
  }
  if (!missing.empty()) {
    std::vector<std::int8_t> new_boards;
    for (const std::size_t i : missing) new_boards.insert(new_boards.end(), keys[i].begin(), keys[i].end());
    std::vector<float> new_chances(missing.size()), new_logits(missing.size() * cells);
    network_.evaluate(new_boards.data(), missing.size(), size, new_chances.data(), new_logits.data());
    const std::scoped_lock lock(mutex_);
    if (cache_.size() + missing.size() > capacity_) cache_.clear();
    for (std::size_t j = 0; j < missing.size(); ++j) {
      const float* const row = new_logits.data() + j * cells;
      const auto evaluation = std::make_shared<const Evaluation>(new_chances[j], std::vector<float>(row, row + cells));
      for (std::size_t i = missing[j]; i < count; ++i)
        if (keys[i] == keys[missing[j]]) evaluations[i] = evaluation;
      if (cache_.size() < capacity_) cache_.try_emplace(keys[missing[j]], evaluation);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    chances[i] = evaluations[i]->first;
    std::ranges::copy(evaluations[i]->second, logits + i * cells);
  }
}

std::size_t CachedNetwork::cached() const {
  const std::scoped_lock lock(mutex_);
  return cache_.size();
}

void NetworkEvaluator::evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random&) const {
  const int size = leaves[0].board->size();
  const auto cells = static_cast<std::size_t>(size * size);
  std::vector<std::int8_t> boards(leaves.size() * cells);
  std::vector<float> chances(leaves.size()), logits(leaves.size() * cells);
  for (std::size_t i = 0; i < leaves.size(); ++i) write_board(leaves[i], boards.data() + i * cells);
  network_->evaluate(boards.data(), leaves.size(), size, chances.data(), logits.data());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    estimates[i].value = chances[i];
    read_moves(leaves[i], logits.data() + i * cells, temperature_, estimates[i]);
  }
}

}  // namespace crownbridge::hex
