#include "net/framing.h"

#include <charconv>

#include "base/ascii.h"

namespace mcpjury {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool frames(std::string_view name) {
  const std::string plain = ascii::lowered(trimmed(name));
  return plain == "content-length" || plain == "transfer-encoding";
}

HeadFault framing(std::string detail) { return {HttpFailure::kBadHttp, "framing: " + std::move(detail)}; }

// One line may repeat the value with commas (RFC 9110 section 8.6); all must be equal.
bool read_lengths(std::string_view line, std::optional<std::uint64_t>& length) {
  for (;;) {
    const auto comma = line.find(',');
    const std::string_view part = trimmed(line.substr(0, comma));
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.empty() || error != std::errc{} || end != part.data() + part.size()) return false;
    if (length && *length != value) return false;
    length = value;
    if (comma == std::string_view::npos) return true;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

std::optional<HeadFault> HeadReader::line(std::string_view text, HttpHead& head) {
  if (done_) return std::nullopt;  // trailers; the chunk decoder counts them
  bytes_ += text.size();
  if (bytes_ > byte_limit_) return HeadFault{HttpFailure::kHeadersTooLarge, "bytes of the header section"};
  if (++lines_ > kMaxHeaderLines) return HeadFault{HttpFailure::kHeadersTooLarge, "count of header lines"};
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (text.empty()) {
    const bool interim = head.status >= 100 && head.status < 200 && head.status != 101;
    if (interim) return std::nullopt;
    done_ = true;
    return judge(head);
  }
  if (text.starts_with("HTTP/")) {
    head.headers.clear();
    folded_framing_ = false;
    const auto blank = text.find(' ');
    head.http_version = std::string(text.substr(5, blank == std::string_view::npos ? blank : blank - 5));
    head.status = 0;
    if (blank != std::string_view::npos) {
      const std::string_view rest = trimmed(text.substr(blank));
      std::from_chars(rest.data(), rest.data() + std::min<std::size_t>(rest.size(), 3), head.status);
    }
    if (head.status < 100) return HeadFault{HttpFailure::kBadHttp, "status line"};
    return std::nullopt;
  }
  if (text.front() == ' ' || text.front() == '\t') {
    // A continuation line (obsolete): joined, but never where it could change the framing.
    if (head.headers.empty()) return HeadFault{HttpFailure::kBadHttp, "status line"};
    if (frames(head.headers.back().name)) folded_framing_ = true;
    head.headers.back().value.append(" ").append(trimmed(text));
    return std::nullopt;
  }
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    head.headers.push_back({std::string(text), {}});
  } else {
    head.headers.push_back(
        {std::string(text.substr(0, colon)), std::string(trimmed(text.substr(colon + 1)))});
  }
  return std::nullopt;
}

std::optional<HeadFault> HeadReader::judge(const HttpHead& head) {
  if (folded_framing_) return framing("a folded line");
  for (const auto& each : head.headers) {
    if (!frames(each.name)) continue;
    const std::string name = ascii::lowered(each.name);
    if (name == "content-length") {
      if (!read_lengths(each.value, length_)) return framing("Content-Length lines differ or are no numbers");
    } else if (name == "transfer-encoding") {
      if (chunked_ || ascii::lowered(each.value) != "chunked")
        return framing("a transfer coding other than chunked");
      chunked_ = true;
    } else {
      return framing("a blank in a header name");
    }
  }
  if (chunked_ && length_) return framing("both Content-Length and Transfer-Encoding");
  return std::nullopt;
}

}  // namespace mcpjury
