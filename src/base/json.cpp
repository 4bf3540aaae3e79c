#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>

#include "base/escape.h"
#include "base/json_duplicates.h"
#include "base/json_fault.h"

namespace mcpjury {
namespace {

namespace bj = boost::json;

constexpr std::size_t kDeepest = 1024;
constexpr std::size_t kMaxDuplicates = 100;
constexpr std::size_t kMaxPointerBytes = 1u << 20;
// Larger texts get a parser of their own, so that a thread does not hold on to the room they needed.
constexpr std::size_t kReuseBytes = 1u << 20;

// As the library's own handler, but doubles are read again from their digits: Boost 1.81 computes them
// with a rounding error of some units in the last place and lets infinity through.
struct Handler {
  // NOLINTBEGIN(readability-identifier-naming): the names Boost.JSON asks a handler for.
  static constexpr std::size_t max_object_size = bj::object::max_size();
  static constexpr std::size_t max_array_size = bj::array::max_size();
  static constexpr std::size_t max_key_size = bj::string::max_size();
  static constexpr std::size_t max_string_size = bj::string::max_size();
  // NOLINTEND(readability-identifier-naming)

  bj::value_stack stack;
  std::size_t members = 0;

  bool on_document_begin(bj::error_code&) { return true; }
  bool on_document_end(bj::error_code&) { return true; }
  bool on_object_begin(bj::error_code&) { return true; }
  bool on_object_end(std::size_t n, bj::error_code&) {
    members += n;
    stack.push_object(n);
    return true;
  }
  bool on_array_begin(bj::error_code&) { return true; }
  bool on_array_end(std::size_t n, bj::error_code&) {
    stack.push_array(n);
    return true;
  }
  bool on_key_part(bj::string_view s, std::size_t, bj::error_code&) {
    stack.push_chars(s);
    return true;
  }
  bool on_key(bj::string_view s, std::size_t, bj::error_code&) {
    stack.push_key(s);
    return true;
  }
  bool on_string_part(bj::string_view s, std::size_t, bj::error_code&) {
    stack.push_chars(s);
    return true;
  }
  bool on_string(bj::string_view s, std::size_t, bj::error_code&) {
    stack.push_string(s);
    return true;
  }
  bool on_number_part(bj::string_view, bj::error_code&) { return true; }
  bool on_int64(std::int64_t i, bj::string_view, bj::error_code&) {
    stack.push_int64(i);
    return true;
  }
  bool on_uint64(std::uint64_t u, bj::string_view, bj::error_code&) {
    stack.push_uint64(u);
    return true;
  }
  bool on_double(double, bj::string_view s, bj::error_code& ec) {
    const std::optional<double> number = read_json_number({s.data(), s.size()});
    if (!number) {
      ec = bj::error::not_number;
      return false;
    }
    stack.push_double(*number);
    return true;
  }
  bool on_bool(bool b, bj::error_code&) {
    stack.push_bool(b);
    return true;
  }
  bool on_null(bj::error_code&) {
    stack.push_null();
    return true;
  }
  bool on_comment_part(bj::string_view, bj::error_code&) { return true; }
  bool on_comment(bj::string_view, bj::error_code&) { return true; }
};

class Reader {
 public:
  explicit Reader(std::size_t max_depth) : max_depth_(max_depth), parser_(options_for(max_depth)) {}

  std::size_t max_depth() const { return max_depth_; }
  std::size_t members() { return parser_.handler().members; }

  // On failure `consumed` is about where the library stopped.
  std::optional<Json> read(std::string_view text, const bj::storage_ptr& storage, std::size_t& consumed,
                           bj::error_code& ec) {
    parser_.reset();
    parser_.handler().members = 0;
    parser_.handler().stack.reset(storage);
    // The parser outlives the caller's storage and must not keep a pointer to it.
    struct Release {
      bj::value_stack& stack;
      ~Release() { stack.reset(); }
    } release{parser_.handler().stack};
    consumed = parser_.write_some(false, text.data(), text.size(), ec);
    if (!ec && consumed < text.size()) ec = bj::error::extra_data;
    if (ec) return std::nullopt;
    return parser_.handler().stack.release();
  }

 private:
  static bj::parse_options options_for(std::size_t max_depth) {
    bj::parse_options options;
    options.max_depth = max_depth;
    return options;
  }

  std::size_t max_depth_;
  bj::basic_parser<Handler> parser_;
};

// What is left after duplicates fell away; fewer than were read means that some did.
std::size_t count_members(const Json& value) {
  std::size_t count = 0;
  if (const JsonObject* object = value.if_object()) {
    count = object->size();
    for (const auto& member : *object) count += count_members(member.value());
  } else if (const JsonArray* array = value.if_array()) {
    for (const Json& element : *array) count += count_members(element);
  }
  return count;
}

Error error_at(std::string_view text, std::string_view name, std::size_t offset, ErrorCode code,
               std::string_view reason) {
  const TextPlace place = place_of_offset(text, offset);
  return {code, fmt::format("{}:{}:{}: {}", escape_terminal(name), place.line, place.column, reason)};
}

Result<ParsedJson> read_with(Reader& reader, std::string_view text, std::string_view name,
                             const JsonReadOptions& options) {
  const std::size_t begin = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
  std::size_t consumed = 0;
  bj::error_code ec;
  std::optional<Json> value = reader.read(text.substr(begin), options.storage, consumed, ec);
  if (!value) {
    if (const auto fault = find_json_fault(text, begin, reader.max_depth()))
      return error_at(text, name, fault->offset, fault->too_deep ? ErrorCode::kLimit : ErrorCode::kNotJson,
                      fault->reason);
    return error_at(text, name, begin + consumed, ErrorCode::kNotJson, escape_terminal(ec.message()));
  }
  ParsedJson parsed{std::move(*value), {}};
  if (options.note_duplicate_keys && count_members(parsed.value) != reader.members())
    parsed.duplicate_keys = find_duplicate_keys(text, kMaxDuplicates, kMaxPointerBytes);
  return parsed;
}

}  // namespace

TextPlace place_of_offset(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  TextPlace place;
  place.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_end = before.rfind('\n');
  std::size_t line_begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  if (line_begin == 0 && before.substr(0, 3) == "\xEF\xBB\xBF") line_begin = 3;
  place.column += before.size() - line_begin;
  return place;
}

Result<ParsedJson> parse_json(std::string_view text, std::string_view name, const JsonReadOptions& options) {
  const std::size_t depth = std::clamp<std::size_t>(options.max_depth, 1, kDeepest);
  thread_local std::optional<Reader> reused;
  try {
    if (text.size() > kReuseBytes) {
      Reader reader(depth);
      return read_with(reader, text, name, options);
    }
    if (!reused || reused->max_depth() != depth) reused.emplace(depth);
    return read_with(*reused, text, name, options);
  } catch (const std::exception&) {
    // bad_alloc of a bounded storage, or a value beyond the sizes of the library.
    reused.reset();
    return Error{ErrorCode::kLimit,
                 fmt::format("{}: not enough memory for this JSON text", escape_terminal(name))};
  }
}

}  // namespace mcpjury
