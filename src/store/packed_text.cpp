#include "store/packed_text.h"

#include <libdeflate.h>
#include <zlib.h>

#include <memory>
#include <new>

#include "base/base64.h"

namespace mcpjury {
namespace {

constexpr int kLevel = 1;  // what a scan waits for; the library is twice as fast as zlib at its fastest
constexpr std::size_t kStep = 1u << 16;

Error damaged() { return {ErrorCode::kUnreadable, "the store holds a damaged entry"}; }

}  // namespace

std::string pack_text(std::string_view text) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> packer(
      libdeflate_alloc_compressor(kLevel), &libdeflate_free_compressor);
  if (!packer) throw std::bad_alloc();
  const std::size_t room = libdeflate_zlib_compress_bound(packer.get(), text.size());
  // Not cleared: a tenth of it is used. Packing cannot fail, the room being as large as the bound.
  const auto packed = std::make_unique_for_overwrite<char[]>(room);
  const std::size_t size =
      libdeflate_zlib_compress(packer.get(), text.data(), text.size(), packed.get(), room);
  return base64_encode({packed.get(), size});
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
