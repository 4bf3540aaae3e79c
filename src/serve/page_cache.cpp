#include "serve/page_cache.h"

#include <zlib.h>

#include "base/ascii.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

std::string gzipped(const std::string& text) {
  z_stream stream = {};
  // 16: with the head of gzip.
  if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return ended == Z_STREAM_END ? out : std::string();
}

bool takes_gzip(std::string_view accepted) {
  while (!accepted.empty()) {
    const std::size_t end = std::min(accepted.find(','), accepted.size());
    std::string_view part = ascii::trimmed(accepted.substr(0, end));
    accepted.remove_prefix(std::min(end + 1, accepted.size()));
    const std::size_t semicolon = std::min(part.find(';'), part.size());
    const std::string_view weight = ascii::trimmed(part.substr(std::min(semicolon + 1, part.size())));
    part = ascii::trimmed(part.substr(0, semicolon));
    if (!ascii::equal_ignoring_case(part, "gzip")) continue;
    return weight != "q=0" && weight != "q=0.0" && weight != "q=0.00" && weight != "q=0.000";
  }
  return false;
}

// Weak comparison of RFC 9110 section 13.1.2.
bool matches(std::string_view wanted, std::string_view etag) {
  if (ascii::trimmed(wanted) == "*") return true;
  while (!wanted.empty()) {
    const std::size_t end = std::min(wanted.find(','), wanted.size());
    std::string_view one = ascii::trimmed(wanted.substr(0, end));
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
  }
  return false;
}

}  // namespace

std::shared_ptr<const CachedPage> make_page(HttpdResponse response) {
  auto page = std::make_shared<CachedPage>();
  page->plain = response.body ? std::move(response.body) : std::make_shared<const std::string>();
  page->etag = "\"" + sha256_hex(*page->plain).substr(0, 32) + "\"";
  if (page->plain->size() >= 512) {
    std::string packed = gzipped(*page->plain);
    if (!packed.empty() && packed.size() < page->plain->size()) {
      page->gzip = std::make_shared<const std::string>(std::move(packed));
    }
  }
  page->headers = std::move(response.headers);
  page->headers.emplace_back("ETag", page->etag);
  page->headers.emplace_back("Vary", "Accept-Encoding");
  return page;
}

HttpdResponse page_answer(const CachedPage& page, const HttpdRequest& request) {
  HttpdResponse response;
  response.headers = page.headers;
  const std::string_view known = request.header("if-none-match");
  if (!known.empty() && matches(known, page.etag)) {
    response.status = 304;
    return response;
  }
  if (page.gzip && takes_gzip(request.header("accept-encoding"))) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = page.gzip;
  } else {
    response.body = page.plain;
  }
  return response;
}

std::shared_ptr<const CachedPage> PageCache::find(const std::string& key) {
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.entries.find(key);
  if (found == shard.entries.end()) {
    ++shard.misses;
    return nullptr;
  }
  ++shard.hits;
  shard.order.splice(shard.order.end(), shard.order, found->second.place);
  return found->second.page;
}

void PageCache::put(const std::string& key, std::shared_ptr<const CachedPage> page) {
  // Headers and the entry itself count too.
  const std::size_t bytes =
      page->plain->size() + (page->gzip ? page->gzip->size() : 0) + 2 * key.size() + 1'024;
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  if (const auto old = shard.entries.find(key); old != shard.entries.end()) {
    shard.bytes -= old->second.bytes;
    shard.order.erase(old->second.place);
    shard.entries.erase(old);
  }
  if (bytes > bytes_of_shard_) return;
  while (shard.bytes + bytes > bytes_of_shard_ && !shard.order.empty()) {
    const auto oldest = shard.entries.find(shard.order.front());
    shard.bytes -= oldest->second.bytes;
    shard.entries.erase(oldest);
    shard.order.pop_front();
  }
  shard.order.push_back(key);
  shard.entries.emplace(key, Entry{std::move(page), std::prev(shard.order.end()), bytes});
  shard.bytes += bytes;
}

PageCache::Counts PageCache::counts() const {
  Counts out;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    out.hits += shard.hits;
    out.misses += shard.misses;
    out.bytes += shard.bytes;
    out.pages += shard.entries.size();
  }
  return out;
}

}  // namespace mcpjury
