#include "httpd/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/ascii.h"

namespace mcpjury {
namespace {

std::size_t count_of(const HttpdRequest& request, std::string_view name) {
  return static_cast<std::size_t>(std::count_if(request.headers.begin(), request.headers.end(),
                                                [&](const auto& header) { return header.first == name; }));
}

bool is_host(std::string_view host) {
  return !host.empty() && host.size() <= 300 && std::all_of(host.begin(), host.end(), [](char c) {
    return ascii::is_alnum(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '[' || c == ']';
  });
}

void set_host(HttpdRequest& request, std::string_view host) {
  for (auto& [name, value] : request.headers) {
    if (name == "host") value = host;
  }
}

// The path of "/a?b" and of "http://host/a?b"; false for anything else.
bool split_target(HttpdRequest& request) {
  std::string target = std::move(request.path);
  const std::string lower = ascii::lowered(std::string_view(target).substr(0, 8));
  const std::size_t scheme = lower.starts_with("http://") ? 7 : lower.starts_with("https://") ? 8 : 0;
  if (scheme != 0) {
    const std::size_t end = std::min(target.find_first_of("/?", scheme), target.size());
    const std::string host = target.substr(scheme, end - scheme);
    if (!is_host(host)) return false;
    // RFC 9112 section 3.2.2: the host of the target replaces the header.
    set_host(request, host);
    target.erase(0, end);
    if (target.empty() || target.front() == '?') target.insert(0, "/");
  }
  if (target.empty() || target.front() != '/') return false;
  const bool printable =
      std::all_of(target.begin(), target.end(), [](char c) { return c > 0x20 && c < 0x7F; });
  if (!printable || target.find('#') != std::string::npos) return false;
  const std::size_t question = target.find('?');
  if (question != std::string::npos) {
    request.query = target.substr(question + 1);
    target.resize(question);
  }
  request.path = std::move(target);
  return true;
}

}  // namespace

std::string_view HttpdRequest::header(std::string_view name) const {
  for (const auto& [known, value] : headers) {
    if (known == name) return value;
  }
  return {};
}

std::optional<HeadFault> head_fault(HttpdRequest& request, unsigned version) {
  if (version != 10 && version != 11) {
    return HeadFault{505, "bad_request", "this server speaks HTTP/1.1"};
  }
  const std::size_t lengths = count_of(request, "content-length");
  const std::size_t codings = count_of(request, "transfer-encoding");
  // RFC 9112 section 6.3: two ends of one message is how a second request is smuggled in.
  if (lengths > 1 || codings > 1 || (lengths > 0 && codings > 0)) {
    return HeadFault{400, "bad_request", "the length of the body is given twice"};
  }
  if (codings == 1 &&
      (version == 10 || !ascii::equal_ignoring_case(request.header("transfer-encoding"), "chunked"))) {
    return HeadFault{400, "bad_request", "the only transfer coding understood is chunked"};
  }
  const std::string_view length = request.header("content-length");
  if (!std::all_of(length.begin(), length.end(), [](char c) { return ascii::is_digit(c); })) {
    return HeadFault{400, "bad_request", "Content-Length is not a number"};
  }
  const std::size_t hosts = count_of(request, "host");
  if (hosts > 1 || (hosts == 0 && version == 11)) {
    return HeadFault{400, "bad_request", "a request has exactly one Host header"};
  }
  if (hosts == 1 && !is_host(request.header("host"))) {
    return HeadFault{400, "bad_request", "the Host header is not a host"};
  }
  if (!split_target(request)) return HeadFault{400, "bad_request", "the request target is not a path"};
  return std::nullopt;
}

std::string_view reason_phrase(int status) {
  struct Phrase {
    int status;
    std::string_view text;
  };
  static constexpr auto kPhrases = std::to_array<Phrase>({{100, "Continue"},
                                                          {200, "OK"},
                                                          {201, "Created"},
                                                          {202, "Accepted"},
                                                          {204, "No Content"},
                                                          {301, "Moved Permanently"},
                                                          {302, "Found"},
                                                          {303, "See Other"},
                                                          {304, "Not Modified"},
                                                          {307, "Temporary Redirect"},
                                                          {308, "Permanent Redirect"},
                                                          {400, "Bad Request"},
                                                          {401, "Unauthorized"},
                                                          {403, "Forbidden"},
                                                          {404, "Not Found"},
                                                          {405, "Method Not Allowed"},
                                                          {406, "Not Acceptable"},
                                                          {408, "Request Timeout"},
                                                          {409, "Conflict"},
                                                          {410, "Gone"},
                                                          {413, "Content Too Large"},
                                                          {414, "URI Too Long"},
                                                          {415, "Unsupported Media Type"},
                                                          {421, "Misdirected Request"},
                                                          {422, "Unprocessable Content"},
                                                          {429, "Too Many Requests"},
                                                          {431, "Request Header Fields Too Large"},
                                                          {500, "Internal Server Error"},
                                                          {501, "Not Implemented"},
                                                          {502, "Bad Gateway"},
                                                          {503, "Service Unavailable"},
                                                          {504, "Gateway Timeout"},
                                                          {505, "HTTP Version Not Supported"}});
  for (const Phrase& phrase : kPhrases) {
    if (phrase.status == status) return phrase.text;
  }
  return "Answer";
}

std::string http_date(std::int64_t unix_seconds) {
  static constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t when = unix_seconds;
  std::tm parts = {};
  ::gmtime_r(&when, &parts);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     kDays[static_cast<std::size_t>(parts.tm_wday)], parts.tm_mday,
                     kMonths[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900, parts.tm_hour,
                     parts.tm_min, parts.tm_sec);
}

std::string answer_head(const HttpdResponse& response, std::size_t body_bytes, const HeadShape& shape) {
  std::string out;
  out.reserve(512);
  out += shape.version == 10 ? "HTTP/1.0 " : "HTTP/1.1 ";
  out += std::to_string(response.status);
  out += ' ';
  out += reason_phrase(response.status);
  out += "\r\n";
  for (const auto& [name, value] : response.headers) {
    out += name;
    out += ": ";
    // A line break in a value would be a second header.
    for (const char c : value) out += c == '\r' || c == '\n' || c == '\0' ? ' ' : c;
    out += "\r\n";
  }
  out += "Date: ";
  out += shape.date;
  out += "\r\n";
  if (shape.chunked) {
    out += "Transfer-Encoding: chunked\r\n";
  } else if (shape.has_length && response.status >= 200 && response.status != 204 && response.status != 304) {
    out += "Content-Length: ";
    out += std::to_string(body_bytes);
    out += "\r\n";
  }
  if (!shape.keep_alive) {
    out += "Connection: close\r\n";
  } else if (shape.version == 10) {
    out += "Connection: keep-alive\r\n";
  }
  out += "\r\n";
  return out;
}

}  // namespace mcpjury
