// Many patterns in one pass over a text.
//
// Vectorscan says which patterns occur and where the first match of each ends (one pass, linear time, no
// start of match). RE2 gives the spans of one pattern where somebody needs them: few do, so expressions
// are compiled for RE2 on first use. docs/decisions/0003 has the measurements.
// The database is made at build time and linked in, laid out as it stands in memory, and used in place:
// loading it copies nothing. The catalogue has two sets, one for prose and one for names; patterns that
// are lists of words are in neither (text/word_table.h).
// The engines differ in two places a pattern must stay clear of: `$` (Vectorscan also before a last
// newline) and `\s` on a vertical tab (RE2 does not count it). A hit without a span is possible there.
// The set is immutable and shared between threads; each thread has its own PatternScanner.
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
  // `image` is what compile() gave for the same patterns, on a 64-byte edge; it must outlive the set. An
  // image that is empty, elsewhere, or of other patterns or another version of the library is not used:
  // the database is then compiled here, which is slow for the whole catalogue. The image itself is
  // trusted; it is part of the program.
  static Result<std::unique_ptr<PatternSet>> load(std::vector<PatternSource> patterns,
                                                  std::string_view image);
  // The same for patterns whose key() was taken when their table was written: at start the texts of
  // hundreds of expressions need not be read.
  static Result<std::unique_ptr<PatternSet>> load(std::vector<PatternSource> patterns, std::string_view image,
                                                  std::uint64_t key);
  // Tells an image of these patterns from the image of any others.
  static std::uint64_t key(const std::vector<PatternSource>& patterns);
  // For the catalogue compiler: the image. Names the pattern that either engine refuses. The image fits
  // every processor of the architecture it was made on.
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
  // For a second set of the same thread: uses the scratch space of `lender`, which must outlive it.
  PatternScanner(const PatternSet& set, PatternScanner& lender);
  ~PatternScanner();
  PatternScanner(const PatternScanner&) = delete;
  PatternScanner& operator=(const PatternScanner&) = delete;

  // Appends the patterns that occur in `text` (valid UTF-8), each once, unordered.
  void scan(std::string_view text, std::vector<PatternHit>& hits);

 private:
  void make_room();

  const PatternSet& set_;
  void* own_scratch_ = nullptr;
  void** scratch_ = &own_scratch_;
  bool ready_ = false;  // the scratch space is large enough for the set
};

}  // namespace mcpjury
