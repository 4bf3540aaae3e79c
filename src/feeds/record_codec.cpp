#include "feeds/record_codec.h"

#include <cstdint>

namespace mcpjury {
namespace {

class Writer {
 public:
  void number(std::uint64_t value) {
    while (value >= 0x80) {
      out_ += static_cast<char>((value & 0x7F) | 0x80);
      value >>= 7;
    }
    out_ += static_cast<char>(value);
  }
  void text(std::string_view value) {
    number(value.size());
    out_ += value;
  }
  void list(const std::vector<std::string>& values) {
    number(values.size());
    for (const std::string& value : values) text(value);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// After the first thing that does not fit everything read is empty, and ok() says so.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
      if (rest_.empty()) return fail();
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    return fail();
  }
  // A count of things that take at least one byte each.
  std::size_t count() {
    const std::uint64_t value = number();
    return value <= rest_.size() ? static_cast<std::size_t>(value) : static_cast<std::size_t>(fail());
  }
  std::string text() {
    const std::size_t size = count();
    std::string out(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return out;
  }
  std::vector<std::string> list() {
    std::vector<std::string> out(count());
    for (std::string& value : out) value = text();
    return out;
  }
  bool ok() const { return ok_ && rest_.empty(); }

 private:
  std::uint64_t fail() {
    ok_ = false;
    rest_ = {};
    return 0;
  }
  std::string_view rest_;
  bool ok_ = true;
};

constexpr std::uint64_t kFormat = 1;

}  // namespace

std::string encode_head(const OsvRecord& record) {
  Writer out;
  out.number(kFormat);
  for (const std::string* text : {&record.id, &record.summary, &record.modified, &record.published,
                                  &record.withdrawn, &record.severity_label, &record.reference}) {
    out.text(*text);
  }
  out.list(record.aliases);
  out.list(record.cwe);
  out.list(record.cvss_vectors);
  out.number(record.malicious ? 1 : 0);
  return out.take();
}

bool decode_head(std::string_view bytes, OsvRecord& record) {
  Reader in(bytes);
  if (in.number() != kFormat) return false;
  for (std::string* text : {&record.id, &record.summary, &record.modified, &record.published,
                            &record.withdrawn, &record.severity_label, &record.reference}) {
    *text = in.text();
  }
  record.aliases = in.list();
  record.cwe = in.list();
  record.cvss_vectors = in.list();
  record.malicious = in.number() != 0;
  return in.ok();
}

std::string encode_affected(const std::vector<const OsvAffected*>& entries) {
  Writer out;
  out.number(kFormat);
  out.number(entries.size());
  for (const OsvAffected* entry : entries) {
    out.text(entry->ecosystem);
    out.text(entry->name);
    out.text(entry->severity_label);
    out.number(entry->ranges.size());
    for (const auto& range : entry->ranges) {
      out.text(range.type);
      out.number(range.events.size());
      for (const OsvEvent& event : range.events) {
        out.number(static_cast<std::uint64_t>(event.type));
        out.text(event.version);
      }
    }
    out.list(entry->versions);
  }
  return out.take();
}

bool decode_affected(std::string_view bytes, std::vector<OsvAffected>& entries) {
  Reader in(bytes);
  if (in.number() != kFormat) return false;
  entries.resize(in.count());
  for (OsvAffected& entry : entries) {
    entry.ecosystem = in.text();
    entry.name = in.text();
    entry.severity_label = in.text();
    entry.ranges.resize(in.count());
    for (auto& range : entry.ranges) {
      range.type = in.text();
      range.events.resize(in.count());
      for (OsvEvent& event : range.events) {
        const std::uint64_t type = in.number();
        if (type > static_cast<std::uint64_t>(OsvEvent::Type::kLimit)) return false;
        event.type = static_cast<OsvEvent::Type>(type);
        event.version = in.text();
      }
    }
    entry.versions = in.list();
  }
  return in.ok();
}

PackageKey package_key(std::string_view ecosystem, std::string_view name) {
  return {std::string(ecosystem.substr(0, ecosystem.find(':'))),
          normal_name(ecosystem_from(ecosystem), name)};
}

std::string encode_keys(const std::vector<PackageKey>& keys) {
  Writer out;
  out.number(keys.size());
  for (const PackageKey& key : keys) {
    out.text(key.ecosystem);
    out.text(key.name);
  }
  return out.take();
}

bool decode_keys(std::string_view bytes, std::vector<PackageKey>& keys) {
  Reader in(bytes);
  keys.resize(in.count());
  for (PackageKey& key : keys) {
    key.ecosystem = in.text();
    key.name = in.text();
  }
  return in.ok();
}

std::uint64_t key_hash(const PackageKey& key) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    hash = (hash ^ 0xFFu) * 0x100000001b3u;
  };
  add(key.ecosystem);
  add(key.name);
  return hash;
}

}  // namespace mcpjury
