// The names of what went wrong in a conversation, beside those of HttpFailure and "http_NNN". One spelling,
// used by the channels that set them and by the observers that sort them into families.
#pragma once

#include <string_view>

namespace mcpjury::failure {

inline constexpr std::string_view kResponseTimeout =
    "response_timeout";                                   // a stream or a child that never answered
inline constexpr std::string_view kNoReply = "no_reply";  // the answer ended without a message for our id
inline constexpr std::string_view kNotJson = "not_json";
inline constexpr std::string_view kMediaType = "unexpected_media_type";
inline constexpr std::string_view kBadFrame = "bad_frame";    // JSON, but no JSON-RPC message
inline constexpr std::string_view kWrongId = "wrong_id";      // an answer, but not to what was asked
inline constexpr std::string_view kBadResult = "bad_result";  // a result that is not what the method gives
inline constexpr std::string_view kJsonLimit = "json_limit";  // nested deeper than allowed
inline constexpr std::string_view kTooLarge = "too_large";  // name_of(HttpFailure::kTooLarge), also on stdio
inline constexpr std::string_view kSseLine = "sse_line";    // one line beyond its limit
inline constexpr std::string_view kSseEvent = "sse_event";  // one event beyond its limit
inline constexpr std::string_view kFlood = "unexpected_messages";  // too many messages nobody asked for
inline constexpr std::string_view kNoEndpoint = "no_endpoint";     // HTTP+SSE: no endpoint event came
inline constexpr std::string_view kCrossOrigin = "cross_origin_endpoint";
inline constexpr std::string_view kRpcError = "rpc_error";  // the opening was answered with an error
inline constexpr std::string_view kExited = "exited";
inline constexpr std::string_view kNotStarted = "not_started";
inline constexpr std::string_view kClosed = "closed";  // the channel was closed by us

}  // namespace mcpjury::failure
