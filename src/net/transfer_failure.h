// libcurl's codes and our decoders' faults as HttpFailure with one line of detail. Private to net.
#pragma once

#include <curl/curl.h>

#include <string>

#include "net/content_decoder.h"
#include "net/framing.h"
#include "net/http.h"

namespace mcpjury {

// By how far the transfer had come.
HeadFault timed_out(bool tls_begun, bool sent, bool head_done);
HeadFault failure_of(CURLcode code, std::string_view error_text, bool in_head);
HeadFault coding_failure(const ContentDecoder& decoder);
// Every Content-Encoding line, joined.
std::string codings_of(const HttpHead& head);
// A text of the library or the peer, fit for a report.
std::string shown_detail(std::string_view text);

}  // namespace mcpjury
