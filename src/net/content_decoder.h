// Content codings (gzip, x-gzip, deflate in both its forms, identity; at most two layers), decoded piece by
// piece under an output limit and a ratio limit, so that a bomb costs no more than what is allowed.
//
// Coded input counts against the output limit as well: a coding can be long and mean nothing.
// One for one body. Total on any bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

inline constexpr std::size_t kMaxContentCodings = 2;

class ContentDecoder {
 public:
  enum class Fault : std::uint8_t { kNone, kUnknownCoding, kLayers, kDamaged, kTruncated, kTooLarge, kRatio };

  struct Limits {
    std::size_t output = 1u << 20;
    std::size_t ratio = 100;             // output to input, of all layers together
    std::size_t ratio_from = 64u << 10;  // output below this is never a bomb
  };

  // `codings`: the values of every Content-Encoding line joined with commas, outermost last.
  ContentDecoder(std::string_view codings, Limits limits);
  ~ContentDecoder();

  // Appends to `out`; what fits the limit is kept even when a fault is found.
  Fault feed(std::string_view input, std::string& out);
  // The body has ended: is the coded form whole?
  Fault finish();
  Fault fault() const { return fault_; }
  std::string_view unknown() const { return unknown_; }

 private:
  struct Layer;
  Fault run(std::size_t layer, std::string_view input, std::string& out);
  std::size_t eaten() const;
  Fault emit(std::string_view bytes, std::string& out);

  Limits limits_;
  Fault fault_ = Fault::kNone;
  std::string unknown_;
  std::vector<std::unique_ptr<Layer>> layers_;  // in the order of decoding
  std::size_t input_ = 0, output_ = 0;
  std::size_t between_ = 0;  // made by a layer and eaten by the next
};

}  // namespace mcpjury
