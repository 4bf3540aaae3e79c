#include "net/content_decoder.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace mcpjury {
namespace {

// Also the step at which the limits are looked at; on a fiber's or the loop's stack once a layer.
constexpr std::size_t kBlock = 8u << 10;

std::string lower_trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return lower;
}

}  // namespace

struct ContentDecoder::Layer {
  explicit Layer(bool is_gzip) : gzip(is_gzip) {}
  ~Layer() {
    if (open) inflateEnd(&stream);
  }
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  // "deflate" means zlib by the standard and a raw stream by habit; the first two bytes tell.
  bool start(std::string_view input) {
    int window = 15 + 16;
    if (!gzip) {
      const auto b0 = static_cast<unsigned char>(input[0]);
      const auto b1 = static_cast<unsigned char>(input[1]);
      const bool zlib = (b0 & 0x0f) == 8 && ((b0 << 8) | b1) % 31 == 0;
      window = zlib ? 15 : -15;
    }
    open = inflateInit2(&stream, window) == Z_OK;
    return open;
  }

  bool gzip;
  bool open = false;
  bool ended = false;  // after a whole stream; another gzip member may follow
  std::string held;    // fewer than two bytes of a deflate body
  z_stream stream{};
};

ContentDecoder::ContentDecoder(std::string_view codings, Limits limits) : limits_(limits) {
  std::vector<bool> gzip;  // as listed: the first was applied first
  while (!codings.empty()) {
    const auto comma = codings.find(',');
    const std::string coding = lower_trimmed(codings.substr(0, comma));
    codings.remove_prefix(comma == std::string_view::npos ? codings.size() : comma + 1);
    if (coding.empty() || coding == "identity") continue;
    if (gzip.size() == kMaxContentCodings) {
      fault_ = Fault::kLayers;
      return;
    }
    if (coding != "gzip" && coding != "x-gzip" && coding != "deflate") {
      if (unknown_.empty()) unknown_ = coding;
      // Counted all the same: eight unknown layers are too many layers first.
    }
    gzip.push_back(coding != "deflate");
  }
  if (!unknown_.empty()) {
    fault_ = Fault::kUnknownCoding;
    return;
  }
  for (auto it = gzip.rbegin(); it != gzip.rend(); ++it) layers_.push_back(std::make_unique<Layer>(*it));
}

ContentDecoder::~ContentDecoder() = default;

ContentDecoder::Fault ContentDecoder::feed(std::string_view input, std::string& out) {
  if (fault_ != Fault::kNone || input.empty()) return fault_;
  if (layers_.empty()) {
    fault_ = emit(input, out);
    return fault_;
  }
  input_ += input.size();
  if (input_ > limits_.output) {
    fault_ = Fault::kTooLarge;
    return fault_;
  }
  fault_ = run(0, input, out);
  return fault_;
}

// Bytes that came in the same piece but were not yet looked at do not speak for the ratio.
std::size_t ContentDecoder::eaten() const { return input_ - layers_.front()->stream.avail_in; }

ContentDecoder::Fault ContentDecoder::emit(std::string_view bytes, std::string& out) {
  const std::size_t room = limits_.output - output_;
  out.append(bytes.substr(0, room));
  output_ += std::min(room, bytes.size());
  if (!layers_.empty() && output_ > limits_.ratio_from && output_ / limits_.ratio > eaten())
    return Fault::kRatio;
  return bytes.size() > room ? Fault::kTooLarge : Fault::kNone;
}

ContentDecoder::Fault ContentDecoder::run(std::size_t place, std::string_view input, std::string& out) {
  if (place == layers_.size()) return emit(input, out);
  Layer& layer = *layers_[place];
  std::string joined;
  if (!layer.open) {
    layer.held += input;
    if (layer.held.size() < 2) return Fault::kNone;
    joined.swap(layer.held);
    input = joined;
    if (!layer.start(input)) return Fault::kDamaged;
  }
  z_stream& stream = layer.stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib only reads it
  stream.avail_in = static_cast<uInt>(input.size());
  std::array<char, kBlock> block;
  for (;;) {
    if (layer.ended) {
      if (stream.avail_in == 0) return Fault::kNone;
      // Members may follow one another in gzip (RFC 1952); anything else after the end is damage.
      if (!layer.gzip || inflateReset(&stream) != Z_OK) return Fault::kDamaged;
      layer.ended = false;
    }
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int result = inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = block.size() - stream.avail_out;
    if (place + 1 < layers_.size()) {
      between_ += made;
      if (between_ > limits_.ratio_from && between_ / limits_.ratio > eaten()) return Fault::kRatio;
    }
    if (made > 0) {
      const Fault fault = run(place + 1, std::string_view(block.data(), made), out);
      if (fault != Fault::kNone) return fault;
    }
    if (result == Z_STREAM_END) {
      layer.ended = true;
      continue;
    }
    if (result == Z_BUF_ERROR || (result == Z_OK && stream.avail_in == 0 && made < block.size())) {
      return Fault::kNone;  // wants more input
    }
    if (result != Z_OK) return Fault::kDamaged;
  }
}

ContentDecoder::Fault ContentDecoder::finish() {
  if (fault_ != Fault::kNone) return fault_;
  if (input_ == 0) return Fault::kNone;  // no body at all is no damage
  for (const auto& layer : layers_) {
    if (!layer->ended) fault_ = Fault::kTruncated;
  }
  return fault_;
}

}  // namespace mcpjury
