#include "observe/archive/safe_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/escape.h"
#include "base/redact.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShownNames = 20;
constexpr std::size_t kNameBytes = 255;

std::string folded(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool has_drive(std::string_view name) {
  return name.size() >= 2 && name[1] == ':' &&
         ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
}

bool has_control(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

}  // namespace

void UnpackFacts::note(std::string what, std::uint64_t limit) {
  const bool known =
      std::any_of(limits.begin(), limits.end(), [&](const LimitHit& hit) { return hit.what == what; });
  if (!known) limits.push_back({std::move(what), {}, limit});
}

void UnpackFacts::refuse(std::string_view name) {
  ++refused_names;
  if (refused.size() < kShownNames) refused.push_back(redact(escape_terminal(clip(name, 200))));
}

JsonObject UnpackFacts::to_json() const {
  JsonObject out{{"format", format}, {"entries", entries}, {"files", files}, {"bytes", bytes}};
  out["complete"] = complete();
  if (!sha256.empty()) out["sha256"] = sha256;
  if (archive_bytes != 0) out["archive_bytes"] = archive_bytes;
  const auto count = [&](std::string_view name, std::uint64_t value) {
    if (value != 0) out[boost::json::string_view(name.data(), name.size())] = value;
  };
  count("links", links);
  count("hard_links", hard_links);
  count("special", special);
  count("refused_names", refused_names);
  count("duplicates", duplicates);
  count("case_collisions", case_collisions);
  count("encrypted", encrypted);
  count("too_large", too_large);
  count("submodules", submodules);
  if (!refused.empty()) {
    JsonArray names;
    for (const std::string& name : refused) names.push_back(Json(name));
    out["refused"] = std::move(names);
  }
  if (!problem.empty()) out["problem"] = problem;
  return out;
}

Result<std::unique_ptr<SafeFolder>> SafeFolder::make(const UnpackLimits& limits) {
  auto scratch = ScratchFolder::make();
  if (!scratch) return scratch.error();
  std::unique_ptr<SafeFolder> out(new SafeFolder);
  out->scratch_ = std::move(*scratch);
  out->limits_ = limits;
  out->root_ = OwnedFd(::open(out->root().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!out->root_.open())
    return Error{ErrorCode::kCannotWrite, "no scratch folder: " + std::string(std::strerror(errno))};
  return out;
}

bool SafeFolder::accept(std::string_view name, std::string& plain) {
  const auto refuse = [&] {
    facts_.refuse(name);
    return false;
  };
  // A backslash is a separator for readers on another system; a name that means two things is refused.
  if (name.empty() || name.front() == '/' || has_drive(name) || has_control(name) || !is_valid_utf8(name) ||
      name.find('\\') != std::string_view::npos)
    return refuse();
  plain.clear();
  std::size_t depth = 0;
  bool first = strip_;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    // What lies in a .git folder would be taken for the repository's own.
    if (part == ".." || folded(part) == ".git") return refuse();
    if (std::exchange(first, false)) continue;
    if (part.size() > kNameBytes) {
      facts_.note("archive_name_bytes", kNameBytes);
      return refuse();
    }
    if (!plain.empty()) plain += '/';
    plain += part;
    ++depth;
  }
  if (plain.empty()) return refuse();
  if (plain.size() > limits_.path_bytes || depth > limits_.depth) {
    facts_.note(depth > limits_.depth ? "archive_depth" : "archive_path_bytes",
                depth > limits_.depth ? limits_.depth : limits_.path_bytes);
    return refuse();
  }
  return true;
}

OwnedFd SafeFolder::folder_for(std::string_view plain, std::string& name) {
  OwnedFd at(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 3));
  for (;;) {
    const std::size_t slash = plain.find('/');
    if (slash == std::string_view::npos) break;
    const std::string part(plain.substr(0, slash));
    plain.remove_prefix(slash + 1);
    ::mkdirat(at.get(), part.c_str(), 0700);
    at = OwnedFd(::openat(at.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!at.open()) break;
  }
  name = std::string(plain);
  return at;
}

bool SafeFolder::begin(const std::string& plain) {
  file_bytes_ = 0;
  parent_ = folder_for(plain, file_name_);
  if (!names_.insert(plain).second) {
    ++facts_.duplicates;
    if (parent_.open()) ::unlinkat(parent_.get(), file_name_.c_str(), 0);
  } else if (!folded_.insert(folded(plain)).second) {
    ++facts_.case_collisions;
  }
  file_ = OwnedFd(parent_.open() ? ::openat(parent_.get(), file_name_.c_str(),
                                            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
                                 : -1);
  if (file_.open()) return true;
  facts_.refuse(plain);
  return false;
}

void SafeFolder::pass(std::uint64_t bytes) {
  passed_ += bytes;
  if (passed_ <= limits_.total_bytes) return;
  facts_.note("archive_total_bytes", limits_.total_bytes);
  full_ = true;
}

bool SafeFolder::append(std::string_view bytes) {
  pass(bytes.size());
  file_bytes_ += bytes.size();
  bool fine = !full_ && file_.open();
  if (fine && file_bytes_ > limits_.file_bytes) {
    ++facts_.too_large;
    facts_.note("archive_file_bytes", limits_.file_bytes);
    fine = false;
  }
  while (fine && !bytes.empty()) {
    const ssize_t done = ::write(file_.get(), bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      facts_.problem = "the scratch folder cannot be written: " + std::string(std::strerror(errno));
      full_ = true;
      fine = false;
      break;
    }
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  if (!fine) discard();
  return fine;
}

void SafeFolder::discard() {
  if (!file_.open()) return;
  file_.reset();
  ::unlinkat(parent_.get(), file_name_.c_str(), 0);
}

void SafeFolder::end() {
  if (!file_.open()) return;
  file_.reset();
  ++facts_.files;
  facts_.bytes += file_bytes_;
}

bool SafeFolder::write(const std::string& plain, std::string_view bytes) {
  if (!begin(plain) || !append(bytes)) return false;
  end();
  return true;
}

std::string SafeFolder::content_root() const {
  std::string_view top;
  for (const std::string& name : names_) {
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return root();
    const std::string_view first = std::string_view(name).substr(0, slash);
    if (!top.empty() && top != first) return root();
    top = first;
  }
  return top.empty() ? root() : root() + "/" + std::string(top);
}

}  // namespace mcpjury
