// All patterns of all detectors in one pass.
//
// Two stages, as docs/decisions/0003 measured: Vectorscan says which patterns occur in a text (one
// pass, linear time, no start of match), RE2 finds the spans of those that did. The compiled database
// is made at build time and linked in; on a processor it does not fit it is compiled at start.
// The engines differ in two places a pattern must stay clear of: `$` (Vectorscan also before a last
// newline) and `\s` on a vertical tab (RE2 does not count it). A hit without a span is possible there.
// The set is immutable and shared between threads; each thread has its own Scanner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/normal_view.h"
#include "text/pattern_hit.h"

namespace mcpjury {

// The views are not copied: they point to the linked table, which must outlive the set.
struct PatternSource {
  std::string_view expression;  // the common language of Vectorscan and RE2
  bool case_sensitive = false;
  bool utf8 = false;  // names non-ASCII characters
};

class PatternSet {
 public:
  // `serialized` may be empty: then the database is compiled here.
  static Result<std::unique_ptr<PatternSet>> load(std::vector<PatternSource> patterns,
                                                  std::string_view serialized);
  // For the catalogue compiler. Names the pattern that either engine refuses.
  static Result<std::string> compile(const std::vector<PatternSource>& patterns);
  ~PatternSet();

  std::size_t size() const;
  // Spans of one pattern, left to right, not overlapping; at most `max`. The expression is compiled
  // by RE2 on first use. Thread safe.
  std::vector<ByteRange> spans(std::uint32_t pattern, std::string_view text, std::size_t max = 64) const;
  bool used_linked_database() const;

 private:
  friend class PatternScanner;
  PatternSet();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// One per thread: owns the scratch space.
class PatternScanner {
 public:
  explicit PatternScanner(const PatternSet& set);
  ~PatternScanner();
  PatternScanner(const PatternScanner&) = delete;
  PatternScanner& operator=(const PatternScanner&) = delete;

  // Appends the indices of the patterns that occur in `text` (valid UTF-8), each once, unordered.
  void scan(std::string_view text, std::vector<PatternHit>& hits);

 private:
  const PatternSet& set_;
  void* scratch_ = nullptr;
};

}  // namespace mcpjury
