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

// The linked bytes are: magic, key of the patterns, hash of the library's version, length of the whole,
// padding to the alignment Vectorscan wants, then the database as hs_deserialize_database_at() lays it out
// in memory. It is used where it stands: several megabytes are neither copied nor checksummed at start,
// and only the pages a scan touches are read. Key and hash make a database that belongs to another table,
// or to another version of the library, a miss instead of wrong answers.
constexpr std::string_view kMagic = "mjpset04";
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHeaderBytes = kAlignment;
// More than the fields the library reads before it knows how long a database is.
constexpr std::size_t kDatabaseHead = 128;
// Where the head of a database says how many bytes of code follow, and their CRC-32C.
constexpr std::size_t kLengthAt = 8;
constexpr std::size_t kChecksumAt = 24;

// Bounds the compiled program and the DFA cache of one expression; hundreds of expressions share the
// process, and only those that hit are ever compiled.
constexpr std::int64_t kRe2MaxMem = std::int64_t{32} << 20;

struct DatabaseFree {
  void operator()(hs_database_t* database) const { hs_free_database(database); }
};
using Database = std::unique_ptr<hs_database_t, DatabaseFree>;

// FNV-1a: against mistakes, not against attackers.
class Fnv {
 public:
  void add(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001B3U; }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

std::string eight_bytes(std::uint64_t value) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((value >> (8 * i)) & 0xFF);
  return bytes;
}

// All of an image before its database.
std::string image_head(std::uint64_t key, std::size_t length) {
  Fnv version;
  version.add(hs_version());
  std::string head(kMagic);
  head += eight_bytes(key) + eight_bytes(version.value()) + eight_bytes(length);
  head.resize(kHeaderBytes, '\0');
  return head;
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
const hs_database_t* load_linked(std::uint64_t key, std::string_view image) {
  if (image.size() < kHeaderBytes + kDatabaseHead) return nullptr;
  if (image.substr(0, kHeaderBytes) != image_head(key, image.size())) return nullptr;
  const char* const place = image.data() + kHeaderBytes;
  if (reinterpret_cast<std::uintptr_t>(place) % kAlignment != 0) return nullptr;
  const auto* database = reinterpret_cast<const hs_database_t*>(place);
  // Asked for the library's own check of magic and version.
  std::size_t size = 0;
  return hs_database_size(database, &size) == HS_SUCCESS ? database : nullptr;
}

std::size_t scratch_bytes(const char* database) {
  hs_scratch_t* scratch = nullptr;
  std::size_t size = 0;
  if (hs_alloc_scratch(reinterpret_cast<const hs_database_t*>(database), &scratch) != HS_SUCCESS) return 0;
  if (hs_scratch_size(scratch, &size) != HS_SUCCESS) size = 0;
  hs_free_scratch(scratch);
  return size;
}

// hs_alloc_scratch() checksums a whole database, which would read every page of it at each start. A head
// that announces no code has the checksum 0 of nothing; scanning never looks at the length. Where the
// library does not take the changed head for what it was, the image stays as it is: slower, as right.
void drop_checksum(char* database, std::size_t size) {
  char head[kDatabaseHead];
  std::memcpy(head, database, sizeof head);
  const std::size_t scratch = scratch_bytes(database);
  std::uint32_t length = 0;
  std::memcpy(&length, database + kLengthAt, sizeof length);
  std::memset(database + kLengthAt, 0, 4);
  std::memset(database + kChecksumAt, 0, 4);
  std::size_t rest = 0;
  const bool same = hs_database_size(reinterpret_cast<hs_database_t*>(database), &rest) == HS_SUCCESS &&
                    rest + length == size && scratch != 0 && scratch_bytes(database) == scratch;
  if (!same) std::memcpy(database, head, sizeof head);
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
      drop_checksum(memory.get(), size);
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

std::uint64_t PatternSet::key(const std::vector<PatternSource>& patterns) {
  Fnv hash;
  for (const PatternSource& pattern : patterns) {
    hash.add(pattern.expression);
    hash.add(0xFF);  // never a byte of UTF-8, so that neighbours cannot run together
    hash.add(static_cast<unsigned char>((pattern.case_sensitive ? 1 : 0) | (pattern.utf8 ? 2 : 0)));
  }
  return hash.value();
}

Result<std::unique_ptr<PatternSet>> PatternSet::load(std::vector<PatternSource> patterns,
                                                     std::string_view image) {
  const std::uint64_t own_key = key(patterns);
  return load(std::move(patterns), image, own_key);
}

Result<std::unique_ptr<PatternSet>> PatternSet::load(std::vector<PatternSource> patterns,
                                                     std::string_view image, std::uint64_t key) {
  const hs_database_t* linked = load_linked(key, image);
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
  if (*database == nullptr) return image_head(key(patterns), kHeaderBytes);
  const std::string image = image_of(database->get());
  if (image.empty()) return Error{ErrorCode::kInternal, "the pattern database could not be laid out"};
  return image_head(key(patterns), kHeaderBytes + image.size()) + image;
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

PatternScanner::PatternScanner(const PatternSet& set) : set_(set) { make_room(); }

PatternScanner::PatternScanner(const PatternSet& set, PatternScanner& lender)
    : set_(set), scratch_(lender.scratch_) {
  make_room();
}

// Scratch space that is large enough stays; smaller is replaced, for all who use it.
void PatternScanner::make_room() {
  if (set_.impl_->database == nullptr) return;
  auto* scratch = static_cast<hs_scratch_t*>(*scratch_);
  ready_ = hs_alloc_scratch(set_.impl_->database, &scratch) == HS_SUCCESS;
  *scratch_ = scratch;
}

PatternScanner::~PatternScanner() { hs_free_scratch(static_cast<hs_scratch_t*>(own_scratch_)); }

void PatternScanner::scan(std::string_view text, std::vector<PatternHit>& hits) {
  if (set_.impl_->database == nullptr) return;
  const std::size_t before = hits.size();
  if (ready_ && text.size() <= std::numeric_limits<unsigned>::max()) {
    Hits context{&hits, set_.size()};
    if (hs_scan(set_.impl_->database, text.empty() ? "" : text.data(), static_cast<unsigned>(text.size()), 0,
                static_cast<hs_scratch_t*>(*scratch_), on_match, &context) == HS_SUCCESS) {
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
