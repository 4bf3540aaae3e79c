#include "secrets/pack.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>

#include "base/escape.h"
#include "secrets/pack_parts.h"

namespace mcpjury {
namespace {

constexpr int kMaxExtensions = 2;

Error refused(std::string_view name, std::string_view reason, ErrorCode code = ErrorCode::kUsage) {
  return {code, escape_terminal(fmt::format("{}: {}", name, reason))};
}

Result<PackText> checked_text(std::string_view text, std::string_view name) {
  if (text.size() > kMaxSecretPackBytes)
    return refused(name, "larger than the limit of a rule pack", ErrorCode::kLimit);
  return read_pack_text(text, name);
}

Result<PackText> read_default() {
  auto pack = read_pack_text(default_secret_pack_text(), "default.toml");
  if (!pack) return pack;
  for (RuleText& rule : pack->rules) rule.built_in = true;
  return pack;
}

Status take_default(PackText& pack) {
  if (!pack.extends_default) return Ok{};
  auto base = read_default();
  if (!base) return base.error();
  extend_pack(pack, std::move(*base));
  return Ok{};
}

Result<std::string> read_whole(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return refused(path, "cannot be opened", ErrorCode::kUnreadable);
  struct stat facts {};
  std::string text;
  bool whole = ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
  const bool large = whole && facts.st_size > static_cast<off_t>(kMaxSecretPackBytes);
  if (whole && !large) {
    text.resize(static_cast<std::size_t>(facts.st_size));
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t got = ::read(file, text.data() + done, text.size() - done);
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    whole = done == text.size();
  }
  ::close(file);
  if (large) return refused(path, "larger than the limit of a rule pack", ErrorCode::kLimit);
  if (!whole) return refused(path, "no regular file, or not readable", ErrorCode::kUnreadable);
  return text;
}

Result<PackText> read_with_extensions(const std::string& path, int depth) {
  auto text = read_whole(path);
  if (!text) return text.error();
  auto pack = checked_text(*text, path);
  if (!pack) return pack;
  if (!pack->extends_path.empty()) {
    const std::string& other = pack->extends_path;
    // The pack may come from the repository that is scanned: it names no file elsewhere.
    if (other.find('/') != std::string::npos || other.find('\\') != std::string::npos || other == "..")
      return refused(path, "[extend] path must be a plain name in the same folder");
    if (depth == kMaxExtensions) return refused(path, "[extend] goes too deep", ErrorCode::kLimit);
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
    auto base = read_with_extensions(folder + other, depth + 1);
    if (!base) return base;
    extend_pack(*pack, std::move(*base));
  }
  if (auto taken = take_default(*pack); !taken) return taken.error();
  return pack;
}

}  // namespace

SecretPack::SecretPack(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
SecretPack::SecretPack(SecretPack&&) noexcept = default;
SecretPack& SecretPack::operator=(SecretPack&&) noexcept = default;
SecretPack::~SecretPack() = default;

const std::string& SecretPack::name() const { return parts_->name; }
std::size_t SecretPack::size() const { return parts_->rules.size(); }
const std::vector<std::string>& SecretPack::notes() const { return parts_->notes; }
bool SecretPack::built_in(std::size_t rule) const { return parts_->rules[rule].built_in; }
std::string_view SecretPack::rule_id(std::size_t rule) const { return parts_->rules[rule].id; }

Result<SecretPack> read_secret_pack(std::string_view text, std::string_view name) {
  auto pack = checked_text(text, name);
  if (!pack) return pack.error();
  if (!pack->extends_path.empty()) return refused(name, "[extend] path: there is no folder to look in");
  if (auto taken = take_default(*pack); !taken) return taken.error();
  return compile_secret_pack(std::move(*pack), name);
}

Result<SecretPack> read_secret_pack_file(const std::string& path) {
  auto pack = read_with_extensions(path, 0);
  if (!pack) return pack.error();
  return compile_secret_pack(std::move(*pack), path);
}

Result<SecretPack> default_secret_pack() {
  auto pack = read_default();
  if (!pack) return pack.error();
  return compile_secret_pack(std::move(*pack), "built-in rules");
}

}  // namespace mcpjury
