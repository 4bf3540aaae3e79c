#include "net/transfer_failure.h"

#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {

std::string shown_detail(std::string_view text) {
  constexpr std::size_t kMaxDetail = 200;
  return escape_terminal(clip(redact(text), kMaxDetail));
}

HeadFault timed_out(bool tls_begun, bool sent, bool head_done) {
  if (sent) return {HttpFailure::kTimeout, head_done ? "body" : "headers"};
  if (tls_begun) return {HttpFailure::kTlsTimeout, "the handshake did not end"};
  return {HttpFailure::kConnectTimeout, "no connection"};
}

HeadFault failure_of(CURLcode code, std::string_view error_text, bool in_head) {
  const std::string detail = shown_detail(error_text.empty() ? curl_easy_strerror(code) : error_text);
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return {HttpFailure::kDns, detail};
    case CURLE_COULDNT_CONNECT:
      return {HttpFailure::kConnect, detail};
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CERTPROBLEM:
      return {HttpFailure::kTls, detail};
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
      return {HttpFailure::kClosedEarly, detail};
    case CURLE_PARTIAL_FILE:
      return {HttpFailure::kClosedEarly, "body: " + detail};
    case CURLE_RECV_ERROR:
      // Also libcurl's own bounds on a head come under this code.
      if (in_head && error_text.find("arge") != std::string_view::npos) {
        return {HttpFailure::kHeadersTooLarge, "bytes of the header section"};
      }
      if (error_text.find("chunk") != std::string_view::npos ||
          error_text.find("hexadecimal") != std::string_view::npos) {
        return {HttpFailure::kBadHttp, "framing: chunked body"};
      }
      return {HttpFailure::kClosedEarly, detail};
    case CURLE_OUT_OF_MEMORY:
      // A header line beyond libcurl's 100 kB ends as a lack of memory.
      if (in_head) return {HttpFailure::kHeadersTooLarge, "bytes of one header line"};
      return {HttpFailure::kTooLarge, detail};
    default:
      return {HttpFailure::kBadHttp, detail};
  }
}

HeadFault coding_failure(const ContentDecoder& decoder) {
  switch (decoder.fault()) {
    case ContentDecoder::Fault::kUnknownCoding:
      return {HttpFailure::kBadEncoding, "unknown content coding " + shown_detail(decoder.unknown())};
    case ContentDecoder::Fault::kLayers:
      return {HttpFailure::kBadEncoding, "encoding layers"};
    case ContentDecoder::Fault::kDamaged:
      return {HttpFailure::kBadEncoding, "damaged content coding"};
    case ContentDecoder::Fault::kTruncated:
      return {HttpFailure::kBadEncoding, "truncated content coding"};
    case ContentDecoder::Fault::kTooLarge:
      return {HttpFailure::kTooLarge, "RESPONSE_TOO_LARGE"};
    case ContentDecoder::Fault::kRatio:
      return {HttpFailure::kRatio, "expands beyond the ratio allowed"};
    case ContentDecoder::Fault::kNone:
      break;
  }
  return {};
}

std::string codings_of(const HttpHead& head) {
  std::string joined;
  for (const auto line : head.header_lines("content-encoding")) {
    if (!joined.empty()) joined += ',';
    joined += line;
  }
  return joined;
}

}  // namespace mcpjury
