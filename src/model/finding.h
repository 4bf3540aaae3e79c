// A fact a detector states about one place of a server, with its confidence. Not a verdict: what it
// costs is the methodologies' business.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/enums.h"

namespace mcpjury {

struct FindingSubject {
  SubjectType type = SubjectType::kServer;
  std::string name;         // tool, prompt, resource or package name; the server's own name for kServer
  std::int32_t index = -1;  // in its list, -1 for the server; not written to JSON
};

// Against an older report: not compared, not in it, in it too.
enum class BaselineState : std::uint8_t { kNone, kNew, kUnchanged };

struct Finding {
  std::uint16_t detector = 0;  // index into the catalogue
  Severity severity = Severity::kInfo;
  Confidence confidence = Confidence::kHigh;
  bool in_description_only = false;  // the words stand only in prose, not in a name or the schema
  bool suppressed = false;
  BaselineState baseline = BaselineState::kNone;
  std::int16_t suppression = -1;  // into the report's suppressions; -1 when it is not known which
  std::int16_t cvss_tenths = -1;  // of the advisory the finding is about; -1: none, or it has no score
  FindingSubject subject;
  std::string pointer;   // RFC 6901, into the document that was read
  std::string evidence;  // quoted words, at most 240 characters, secrets replaced
  std::string message;   // one sentence: what is wrong here

  bool counts_in(Strictness strictness) const {
    return strictness == Strictness::kPublished || confidence != Confidence::kLow;
  }
};

}  // namespace mcpjury
