#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "hex/evaluator.hpp"
#include "hex/network.hpp"

namespace crownbridge::hex {

// A network with a cache of its evaluations: transpositions reach the same position often. Thread-safe.
class CachedNetwork {
 public:
  explicit CachedNetwork(std::string_view file, std::string_view instructions = {}, std::size_t capacity = 50'000)
      : network_(file, instructions), capacity_(capacity) {}

  const Network& network() const { return network_; }

  // Returns the same as Network::evaluate(), from the cache where possible.
  void evaluate(const std::int8_t* boards, std::size_t count, int size, float* chances, float* logits) const;

  // The number of evaluations in the cache.
  std::size_t cached() const;

 private:
  using Evaluation = std::pair<float, std::vector<float>>;  // win chance and logits

  Network network_;
  std::size_t capacity_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::shared_ptr<const Evaluation>> cache_;  // by board
};

// Evaluates leaves by a network. Priors are the softmax of the logits divided by `temperature`.
class NetworkEvaluator final : public Evaluator {
 public:
  NetworkEvaluator(std::shared_ptr<const CachedNetwork> network, int batch, float exploration, float temperature)
      : network_(std::move(network)), parameters_{batch, 1, false, exploration, 1}, temperature_(temperature) {}

  Parameters parameters() const override { return parameters_; }
  void evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random& random) const override;

 private:
  std::shared_ptr<const CachedNetwork> network_;
  Parameters parameters_;
  float temperature_;
};

}  // namespace crownbridge::hex
