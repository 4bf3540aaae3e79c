// Where detectors put what they found: one finding a (detector, subject, place), the most confident.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "detect/detect.h"
#include "detect/text_index.h"

namespace mcpjury {

// Everything a detector may look at. `findings` of the detectors that ran before are in the sink.
struct DetectInput {
  const Evidence& evidence;
  const Surface& surface;
  const TextIndex& text;
  const Limits& limits;
  std::vector<ToolFacts>& tools;
};

class FindingSink {
 public:
  FindingSink(const TextIndex& text, const Limits& limits, bool with_messages);

  struct Extra {
    std::string_view detail;           // fills {detail} in the detector's message
    bool in_description_only = false;
    bool from_hidden_view = false;     // the words had to be decoded first
  };
  void add(std::uint16_t detector, const SubjectUnit& subject, std::uint32_t path, std::string_view quote,
           Confidence confidence, const Extra& extra);
  void add(std::uint16_t detector, const SubjectUnit& subject, std::uint32_t path, std::string_view quote,
           Confidence confidence) {
    add(detector, subject, path, quote, confidence, Extra{});
  }

  struct Entry {
    Finding finding;
    std::uint32_t path = 0;
    bool from_hidden_view = false;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Finding> take();

 private:
  const TextIndex& text_;
  const Limits& limits_;
  bool with_messages_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> per_detector_;
};

// The index of a detector that must exist; for function-local statics of the detectors' code.
std::uint16_t detector_index(std::string_view id);

}  // namespace mcpjury
