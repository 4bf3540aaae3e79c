// Where detectors put what they found: one finding a (detector, subject, place), the most confident.
//
// Lives for one server and belongs to one thread. At most Limits::findings_per_detector findings of each
// detector are kept; adding one costs the same however many there are.
#pragma once

#include <cstdint>
#include <optional>
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
    std::string_view detail;  // fills {detail} in the detector's message
    bool in_description_only = false;
    bool from_hidden_view = false;          // the words had to be decoded first
    bool doubtful = false;                  // weigh_doubtful() may lower it
    std::string_view pointer = {};          // instead of that of the path: a place outside the definition
    std::optional<Severity> severity = {};  // instead of the detector's: an advisory says how bad it is
    int cvss_tenths = -1;
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
    bool doubtful = false;
    std::uint32_t hash = 0;  // of detector and place
  };
  const std::vector<Entry>& entries() const { return entries_; }
  // Leaves the finding to those who want to see everything.
  void lower(std::size_t entry) { entries_[entry].finding.confidence = Confidence::kLow; }
  std::vector<Finding> take();
  // More was found than the limit keeps.
  bool dropped() const { return dropped_; }

 private:
  // The slot of the finding for this place, or the free one where it belongs.
  std::uint32_t& slot_of(std::uint32_t hash, std::uint16_t detector, const SubjectUnit& subject,
                         std::uint32_t path);
  void grow();

  const TextIndex& text_;
  const Limits& limits_;
  bool with_messages_;
  bool dropped_ = false;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // indices of entries_; a power of two, open addressing, half empty
  std::vector<std::uint32_t> per_detector_;
};

// The index of a detector that must exist; for function-local statics of the detectors' code.
std::uint16_t detector_index(std::string_view id);

}  // namespace mcpjury
