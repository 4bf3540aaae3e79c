#include "feeds/record_source.h"

#define OPENSSL_SUPPRESS_DEPRECATED  // as base/sha256.cpp
#include <fcntl.h>
#include <openssl/sha.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/escape.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

Error unreadable(const std::string& path, const std::string& reason) {
  return {ErrorCode::kUnreadable, escape_terminal(path) + ": " + reason};
}

// Not blocked by a pipe that somebody put there.
Result<int> open_regular(const std::string& path, bool follow_links) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follow_links ? 0 : O_NOFOLLOW);
  const int number = ::open(path.c_str(), flags);
  if (number < 0) return unreadable(path, std::strerror(errno));
  struct stat facts {};
  if (::fstat(number, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    ::close(number);
    return unreadable(path, "no regular file");
  }
  return number;
}

class OneFileSource : public RecordSource {
 public:
  OneFileSource(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
  Result<std::optional<FeedEntry>> next() override {
    if (done_) return std::optional<FeedEntry>();
    done_ = true;
    return std::optional(FeedEntry{name_, text_, {}});
  }
  Result<std::string> sha256() override { return sha256_hex(text_); }
  bool single() const override { return true; }

 private:
  std::string name_, text_;
  bool done_ = false;
};

}  // namespace

Result<std::string> read_whole(const std::string& path, std::size_t max, bool follow_links) {
  const auto opened = open_regular(path, follow_links);
  if (!opened) return opened.error();
  const Descriptor file(*opened);
  std::string out;
  std::array<char, 65536> piece;
  for (;;) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(path, std::strerror(errno));
    if (got == 0) return out;
    out.append(piece.data(), static_cast<std::size_t>(got));
    if (out.size() > max) return Error{ErrorCode::kLimit, escape_terminal(path) + ": larger than the limit"};
  }
}

Result<std::string> file_sha256(const std::string& path) {
  const auto opened = open_regular(path, true);
  if (!opened) return opened.error();
  const Descriptor file(*opened);
  SHA256_CTX context;
  SHA256_Init(&context);
  std::array<char, 65536> piece;
  for (;;) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(path, std::strerror(errno));
    if (got == 0) break;
    SHA256_Update(&context, piece.data(), static_cast<std::size_t>(got));
  }
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  SHA256_Final(digest.data(), &context);
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : digest) {
    out += kHex[byte >> 4];
    out += kHex[byte & 15u];
  }
  return out;
}

bool is_record_name(std::string_view name) { return name.ends_with(".json"); }

Result<std::unique_ptr<RecordSource>> open_records(const std::string& path, const FeedLimits& limits) {
  std::error_code error;
  const auto facts = std::filesystem::status(path, error);
  if (error || !std::filesystem::exists(facts)) return unreadable(path, "no such file or folder");
  if (std::filesystem::is_directory(facts)) return open_folder(path, limits);
  const auto opened = open_regular(path, true);
  if (!opened) return opened.error();
  std::array<char, 4> start{};
  {
    const Descriptor file(*opened);
    struct stat size {};
    if (::fstat(file.get(), &size) != 0) return unreadable(path, std::strerror(errno));
    if (static_cast<std::size_t>(std::max<off_t>(size.st_size, 0)) > limits.file_bytes)
      return Error{ErrorCode::kLimit, escape_terminal(path) + ": larger than the limit"};
    if (::read(file.get(), start.data(), start.size()) < 0) return unreadable(path, std::strerror(errno));
  }
  if (start[0] == 'P' && start[1] == 'K') return open_zip(path, limits);
  auto text = read_whole(path, std::min<std::size_t>(limits.total_bytes, 256u << 20), true);
  if (!text) return text.error();
  const std::string name = std::filesystem::path(path).filename().string();
  return std::unique_ptr<RecordSource>(std::make_unique<OneFileSource>(name, std::move(*text)));
}

}  // namespace mcpjury
