#include "text/pattern_set.h"

#include <hs.h>
#include <re2/re2.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>

#include "base/escape.h"

namespace mcpjury {
namespace {

// The linked bytes are: magic, hash of the pattern sources and the library's version, padding to the
// alignment Vectorscan wants, then the database as hs_deserialize_database_at() lays it out in memory.
// It is used where it stands: several megabytes are neither copied nor checksummed at start, and only
// the pages a scan touches are read. The hash makes a database that belongs to another table, or to
// another version of the library, a miss instead of wrong answers.
constexpr std::string_view kMagic = "mjpset03";
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHeaderBytes = kAlignment;
// More than the fields the library reads before it knows how long a database is.
constexpr std::size_t kDatabaseHead = 128;

// Bounds the compiled program and the DFA cache of one expression; hundreds of expressions share the
// process, and only those that hit are ever compiled.
constexpr std::int64_t kRe2MaxMem = std::int64_t{32} << 20;

struct DatabaseFree {
  void operator()(hs_database_t* database) const { hs_free_database(database); }
};
using Database = std::unique_ptr<hs_database_t, DatabaseFree>;

std::string source_hash(const std::vector<PatternSource>& patterns) {
  std::uint64_t hash = 0xCBF29CE484222325U;  // FNV-1a: against mistakes, not against attackers
  const auto add = [&hash](unsigned char byte) { hash = (hash ^ byte) * 0x100000001B3U; };
  for (const PatternSource& pattern : patterns) {
    for (const char c : pattern.expression) add(static_cast<unsigned char>(c));
    add(0xFF);  // never a byte of UTF-8, so that neighbours cannot run together
    add(static_cast<unsigned char>((pattern.case_sensitive ? 1 : 0) | (pattern.utf8 ? 2 : 0)));
  }
  for (const char c : std::string_view(hs_version())) add(static_cast<unsigned char>(c));
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((hash >> (8 * i)) & 0xFF);
  return bytes;
}

unsigned flags_of(const PatternSource& pattern) {
  unsigned flags = HS_FLAG_SINGLEMATCH;
  if (!pattern.case_sensitive) flags |= HS_FLAG_CASELESS;
  if (pattern.utf8) flags |= HS_FLAG_UTF8;
  return flags;
}

std::unique_ptr<const RE2> make_re2(const PatternSource& pattern) {
  RE2::Options options;
  // Latin-1 makes "any character" one byte, as in Vectorscan without its UTF8 flag; otherwise a bounded
  // gap would be wider here than there and the two stages would disagree.
  options.set_encoding(pattern.utf8 ? RE2::Options::EncodingUTF8 : RE2::Options::EncodingLatin1);
  options.set_case_sensitive(pattern.case_sensitive);
  options.set_max_mem(kRe2MaxMem);
  options.set_log_errors(false);
  return std::make_unique<const RE2>(re2::StringPiece(pattern.expression.data(), pattern.expression.size()),
                                     options);
}

Error refused(std::size_t index, const PatternSource& pattern, std::string_view engine,
              std::string_view why) {
  return {ErrorCode::kUsage, "pattern " + std::to_string(index) + " `" + escape_terminal(pattern.expression) +
                                 "`: " + std::string(engine) + " refuses it: " + escape_terminal(why)};
}

Result<Database> compile_database(const std::vector<PatternSource>& patterns,
                                  const hs_platform_info_t* platform) {
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const auto re2 = make_re2(patterns[i]);
    if (!re2->ok()) return refused(i, patterns[i], "RE2", re2->error());
  }
  if (patterns.empty()) return Database();  // Vectorscan refuses to compile nothing

  std::vector<std::string> expressions;  // terminated copies: the API takes C strings
  std::vector<const char*> pointers;
  std::vector<unsigned> flags;
  std::vector<unsigned> ids;
  expressions.reserve(patterns.size());
  for (const PatternSource& pattern : patterns) {
    const std::size_t index = expressions.size();
    if (pattern.expression.find('\0') != std::string_view::npos) {
      return refused(index, pattern, "Vectorscan", "a NUL byte ends the expression; write \\x00");
    }
    expressions.emplace_back(pattern.expression);
    pointers.push_back(expressions.back().c_str());
    flags.push_back(flags_of(pattern));
    ids.push_back(static_cast<unsigned>(index));
  }

  hs_database_t* raw = nullptr;
  hs_compile_error_t* failure = nullptr;
  const hs_error_t status =
      hs_compile_multi(pointers.data(), flags.data(), ids.data(), static_cast<unsigned>(pointers.size()),
                       HS_MODE_BLOCK, platform, &raw, &failure);
  if (status == HS_SUCCESS) return Database(raw);
  const int index = failure != nullptr ? failure->expression : -1;
  const std::string why =
      failure != nullptr && failure->message != nullptr ? failure->message : "unknown reason";
  hs_free_compile_error(failure);
  if (index >= 0 && static_cast<std::size_t>(index) < patterns.size()) {
    const auto at = static_cast<std::size_t>(index);
    return refused(at, patterns[at], "Vectorscan", why);
  }
  return Error{ErrorCode::kInternal, "the pattern set does not compile: " + escape_terminal(why)};
}

// The linked database in place, or null when it does not belong here.
const hs_database_t* load_linked(const std::vector<PatternSource>& patterns, std::string_view image) {
  if (image.size() < kHeaderBytes + kDatabaseHead || image.substr(0, kMagic.size()) != kMagic) return nullptr;
  if (image.substr(kMagic.size(), 8) != source_hash(patterns)) return nullptr;
  const char* const place = image.data() + kHeaderBytes;
  if (reinterpret_cast<std::uintptr_t>(place) % kAlignment != 0) return nullptr;
  const auto* database = reinterpret_cast<const hs_database_t*>(place);
  // The size is read through the library's own check of magic and version.
  std::size_t size = 0;
  if (hs_database_size(database, &size) != HS_SUCCESS || size != image.size() - kHeaderBytes) return nullptr;
  return database;
}

std::string image_of(const hs_database_t* database) {
  char* raw = nullptr;
  std::size_t length = 0, size = 0;
  if (hs_serialize_database(database, &raw, &length) != HS_SUCCESS) return {};
  std::string image;
  if (hs_serialized_database_size(raw, length, &size) == HS_SUCCESS) {
    const std::size_t room = (size + kAlignment - 1) / kAlignment * kAlignment;
    std::unique_ptr<char, decltype(&std::free)> memory(
        static_cast<char*>(std::aligned_alloc(kAlignment, room)), std::free);
    if (!memory) {
      std::free(raw);
      return {};
    }
    std::memset(memory.get(), 0, room);  // padding is part of the image: the same bytes from every build
    if (hs_deserialize_database_at(raw, length, reinterpret_cast<hs_database_t*>(memory.get())) ==
        HS_SUCCESS) {
      image.assign(memory.get(), size);
    }
  }
  std::free(raw);  // allocated by the library's default allocator
  return image;
}

struct Hits {
  std::vector<PatternHit>* out;
  std::size_t limit;
};

int on_match(unsigned id, unsigned long long, unsigned long long to, unsigned, void* context) {
  const auto* hits = static_cast<const Hits*>(context);
  if (id < hits->limit) hits->out->push_back({id, static_cast<std::uint32_t>(to)});
  return 0;
}

}  // namespace

struct PatternSet::Impl {
  explicit Impl(std::vector<PatternSource> sources)
      : patterns(std::move(sources)), compiled(patterns.size()), owned(patterns.size()) {}

  const RE2& re2(std::size_t index) {
    if (const RE2* ready = compiled[index].load(std::memory_order_acquire)) return *ready;
    const std::lock_guard<std::mutex> lock(mutex);
    if (!owned[index]) {
      owned[index] = make_re2(patterns[index]);
      compiled[index].store(owned[index].get(), std::memory_order_release);
    }
    return *owned[index];
  }

  std::vector<PatternSource> patterns;
  const hs_database_t* database = nullptr;
  Database own;  // empty when the linked one is used
  bool linked = false;
  // `compiled` is what readers look at without a lock; `owned` is written under the lock only.
  std::vector<std::atomic<const RE2*>> compiled;
  std::vector<std::unique_ptr<const RE2>> owned;
  std::mutex mutex;
};

PatternSet::PatternSet() = default;
PatternSet::~PatternSet() = default;

Result<std::unique_ptr<PatternSet>> PatternSet::load(std::vector<PatternSource> patterns,
                                                     std::string_view image) {
  const hs_database_t* linked = load_linked(patterns, image);
  Database own;
  if (!linked) {
    auto compiled = compile_database(patterns, nullptr);
    if (!compiled) return compiled.error();
    own = std::move(*compiled);
  }
  std::unique_ptr<PatternSet> set(new PatternSet());
  set->impl_ = std::make_unique<Impl>(std::move(patterns));
  set->impl_->database = linked ? linked : own.get();
  set->impl_->own = std::move(own);
  set->impl_->linked = linked != nullptr;
  return set;
}

Result<std::string> PatternSet::compile(const std::vector<PatternSource>& patterns) {
  // No AVX2 and no tuning: the oldest processor the library supports must be able to load the bytes.
  const hs_platform_info_t platform = {HS_TUNE_FAMILY_GENERIC, 0, 0, 0};
  auto database = compile_database(patterns, &platform);
  if (!database) return database.error();
  std::string bytes(kMagic);
  bytes += source_hash(patterns);
  bytes.resize(kHeaderBytes, '\0');
  if (*database == nullptr) return bytes;
  const std::string image = image_of(database->get());
  if (image.empty()) return Error{ErrorCode::kInternal, "the pattern database could not be laid out"};
  return bytes + image;
}

std::size_t PatternSet::size() const { return impl_->patterns.size(); }

bool PatternSet::used_linked_database() const { return impl_->linked; }

std::vector<ByteRange> PatternSet::spans(std::uint32_t pattern, std::string_view text,
                                         std::size_t max) const {
  std::vector<ByteRange> found;
  if (pattern >= size()) return found;
  const RE2& re2 = impl_->re2(pattern);
  if (!re2.ok()) return found;
  const re2::StringPiece piece(text.data(), text.size());
  re2::StringPiece match;
  std::size_t at = 0;
  while (found.size() < max && at <= text.size()) {
    if (!re2.Match(piece, at, text.size(), RE2::UNANCHORED, &match, 1)) break;
    const auto begin = static_cast<std::size_t>(match.data() - piece.data());
    const std::size_t end = begin + match.size();
    found.push_back({begin, end});
    at = end > begin ? end : end + 1;  // an empty match must still advance
  }
  return found;
}

PatternScanner::PatternScanner(const PatternSet& set) : set_(set) {
  if (set_.impl_->database == nullptr) return;
  hs_scratch_t* scratch = nullptr;
  if (hs_alloc_scratch(set_.impl_->database, &scratch) == HS_SUCCESS) scratch_ = scratch;
}

PatternScanner::~PatternScanner() { hs_free_scratch(static_cast<hs_scratch_t*>(scratch_)); }

void PatternScanner::scan(std::string_view text, std::vector<PatternHit>& hits) {
  if (set_.impl_->database == nullptr) return;
  const std::size_t before = hits.size();
  if (scratch_ != nullptr && text.size() <= std::numeric_limits<unsigned>::max()) {
    Hits context{&hits, set_.size()};
    if (hs_scan(set_.impl_->database, text.empty() ? "" : text.data(), static_cast<unsigned>(text.size()), 0,
                static_cast<hs_scratch_t*>(scratch_), on_match, &context) == HS_SUCCESS) {
      return;
    }
  }
  // Without scratch memory, or on a text the first stage cannot take, every pattern is asked in turn:
  // slow, but nothing goes unseen.
  hits.resize(before);
  for (std::uint32_t i = 0; i < set_.size(); ++i) {
    const std::vector<ByteRange> found = set_.spans(i, text, 1);
    if (!found.empty()) hits.push_back({i, static_cast<std::uint32_t>(found.front().end)});
  }
}

}  // namespace mcpjury
