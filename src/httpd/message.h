// What a request and an answer are besides their bytes: which heads are refused, how an answer's head is
// written. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "httpd/httpd.h"

namespace mcpjury {

struct HeadFault {
  int status = 400;
  std::string_view code, message;
};

// What the parser lets through and a server that is no proxy must not: two answers to where a message ends, a
// host that is not one, a target that is no path. Turns an absolute target into a path and its host.
// `version` is 10 or 11.
std::optional<HeadFault> head_fault(HttpdRequest& request, unsigned version);

struct HeadShape {
  bool keep_alive = true;
  bool chunked = false;    // a stream
  bool has_length = true;  // false: a stream that ends with the connection
  unsigned version = 11;
  std::string_view date;  // as in the header
};
std::string answer_head(const HttpdResponse& response, std::size_t body_bytes, const HeadShape& shape);
std::string_view reason_phrase(int status);
// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string http_date(std::int64_t unix_seconds);

}  // namespace mcpjury
