#include "base/json_duplicates.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <tuple>

#include "base/json_walk.h"

namespace mcpjury {
namespace {

// FNV-1a: only to make most comparisons one integer; equal hashes are settled by the keys themselves.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

struct KeySeen {
  std::uint64_t hash;
  std::string_view key;
  std::size_t offset;
};

struct Found {
  std::size_t offset;
  std::string pointer;
};

class DuplicateSink : public JsonSink {
 public:
  DuplicateSink(std::size_t max_count, std::size_t max_bytes)
      : max_count_(max_count), max_bytes_(max_bytes) {}

  void on_object_begin(std::string_view, std::size_t) override {
    objects_.push_back({members_.size(), decoded_.size()});
  }

  void on_key(std::string_view raw, std::size_t offset) override {
    std::string_view key = raw;
    if (raw.find('\\') != std::string_view::npos) {
      append_unescaped(decoded_.emplace_back(), raw);
      key = decoded_.back();
    }
    members_.push_back({hash_of(key), key, offset});
  }

  void on_object_end(std::string_view pointer) override {
    const Mark mark = objects_.back();
    objects_.pop_back();
    const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(mark.members);
    std::sort(begin, members_.end(), [](const KeySeen& a, const KeySeen& b) {
      return std::tie(a.hash, a.key, a.offset) < std::tie(b.hash, b.key, b.offset);
    });
    std::vector<const KeySeen*> repeated;
    for (auto it = begin; it != members_.end(); ++it)
      if (it != begin && std::prev(it)->hash == it->hash && std::prev(it)->key == it->key)
        repeated.push_back(&*it);
    std::sort(repeated.begin(), repeated.end(),
              [](const KeySeen* a, const KeySeen* b) { return a->offset < b->offset; });
    if (repeated.size() > max_count_) repeated.resize(max_count_);
    for (const KeySeen* member : repeated) keep(pointer, *member);
    members_.erase(begin, members_.end());
    decoded_.resize(mark.decoded);
  }

  std::vector<Found> take() {
    trim();
    return std::move(found_);
  }

 private:
  struct Mark {
    std::size_t members;
    std::size_t decoded;
  };

  // Inner objects end before outer ones, so the earliest are only known when older ones were compared.
  void keep(std::string_view pointer, const KeySeen& member) {
    Found found{member.offset, std::string(pointer)};
    found.pointer.push_back('/');
    append_pointer_token(found.pointer, member.key);
    bytes_ += found.pointer.size();
    found_.push_back(std::move(found));
    if (found_.size() >= 2 * max_count_ || bytes_ > 2 * max_bytes_) trim();
  }

  void trim() {
    std::sort(found_.begin(), found_.end(),
              [](const Found& a, const Found& b) { return a.offset < b.offset; });
    std::size_t kept = 0;
    bytes_ = 0;
    // The first is kept whatever its size: one pointer is never longer than the text.
    while (kept < found_.size() && kept < max_count_ && (kept == 0 || bytes_ <= max_bytes_))
      bytes_ += found_[kept++].pointer.size();
    found_.resize(kept);
  }

  std::size_t max_count_;
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::vector<Mark> objects_;
  std::vector<KeySeen> members_;
  std::deque<std::string> decoded_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<DuplicateKey> find_duplicate_keys(std::string_view text, std::size_t max_count,
                                              std::size_t max_pointer_bytes) {
  DuplicateSink sink(max_count, max_pointer_bytes);
  walk_json(text, sink);
  std::vector<DuplicateKey> keys;
  // Offsets grow, so lines are counted on from the last one instead of from the start each time.
  std::size_t counted = 0;
  std::size_t line = 1;
  std::size_t line_begin = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
  for (Found& found : sink.take()) {
    const std::string_view passed = text.substr(counted, found.offset - counted);
    line += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
    const std::size_t last = passed.rfind('\n');
    if (last != std::string_view::npos) line_begin = counted + last + 1;
    counted = found.offset;
    keys.push_back({std::move(found.pointer), {line, found.offset - line_begin + 1}});
  }
  return keys;
}

}  // namespace mcpjury
