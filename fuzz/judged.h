// Judges evidence and renders it in every format; checks what must hold of every report.
#pragma once

#include <string>

#include "base/canonical_json.h"
#include "base/utf8.h"
#include "check.h"
#include "scan/scan.h"

namespace fuzz {

// What we write may nest deeper than what we accept.
inline mcpjury::Result<mcpjury::ParsedJson> parse_own(std::string_view text) {
  mcpjury::JsonReadOptions options;
  options.max_depth = 1024;
  return mcpjury::parse_json(text, "output", options);
}

inline void check_lines_are_json(std::string_view text, const char* what) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    check(end != std::string_view::npos, "every line ends");
    check(parse_own(text.substr(0, end)).ok(), what);
    text.remove_prefix(end + 1);
  }
}

inline std::unique_ptr<mcpjury::ScanReport> check_judged(mcpjury::Evidence evidence) {
  using namespace mcpjury;
  // Reused from input to input, as a batch reuses it: what it keeps must not leak into the next report.
  static Detective worn;
  ScanOptions options;
  Detective fresh;
  Evidence copy = evidence;
  Reports reports, other;
  reports.push_back(judge(std::move(evidence), options, worn));
  other.push_back(judge(std::move(copy), options, fresh));
  const RenderOptions plain;
  const std::string json = render_json(reports, plain);
  check(json == render_json(other, plain), "a report does not depend on what was scanned before");
  check(parse_own(json).ok(), "the JSON report is JSON");
  check(parse_own(render_sarif(reports, plain)).ok(), "SARIF is JSON");
  check_lines_are_json(render_ndjson(reports, plain), "NDJSON lines are JSON");
  RenderOptions verbose;
  verbose.verbose = true;
  const std::string text = render_text(reports, verbose);
  check(is_valid_utf8(text), "the text report is UTF-8");
  for (const char c : text)
    check(c == '\n' || static_cast<unsigned char>(c) >= 0x20, "no control reaches a terminal");
  std::string line;
  append_batch_line(line, *reports.front(), "null", plain);
  if (line.empty() || line.back() != '\n') line += '\n';
  check_lines_are_json(line, "a batch line is JSON");
  return std::move(reports.front());
}

}  // namespace fuzz
