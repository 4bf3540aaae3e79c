#include "store/packed_text.h"

#include <zlib.h>

#include "base/base64.h"

namespace mcpjury {
namespace {

constexpr int kLevel = 1;  // 3 takes a third longer for four hundredths less, 6 three times as long
constexpr std::size_t kStep = 1u << 16;

Error damaged() { return {ErrorCode::kUnreadable, "the store holds a damaged entry"}; }

}  // namespace

std::string pack_text(std::string_view text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string out(size, '\0');
  // Cannot fail: the buffer is as large as the bound.
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
            static_cast<uLong>(text.size()), kLevel);
  out.resize(size);
  return base64_encode(out);
}

Result<std::string> unpack_text(std::string_view packed, std::size_t limit) {
  const auto bytes = base64_decode(packed);
  if (!bytes) return damaged();
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return Error{ErrorCode::kInternal, "out of memory"};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes->data()));
  stream.avail_in = static_cast<uInt>(bytes->size());
  std::string out;
  int state = Z_OK;
  while (state == Z_OK && out.size() <= limit) {
    const std::size_t begin = out.size();
    out.resize(begin + kStep);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + begin);
    stream.avail_out = kStep;
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(begin + kStep - stream.avail_out);
  }
  inflateEnd(&stream);
  if (out.size() > limit) return Error{ErrorCode::kLimit, "an entry of the store is larger than the limit"};
  if (state != Z_STREAM_END) return damaged();
  return out;
}

}  // namespace mcpjury
