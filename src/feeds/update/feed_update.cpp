#include "feeds/update/feed_update.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/escape.h"
#include "home/data_folder.h"

namespace mcpjury {
namespace {

// A file beside the index; gone when this is.
class ZipFile {
 public:
  explicit ZipFile(const std::string& folder) : path_(folder + "/update-XXXXXX") {
    descriptor_ = ::mkostemp(path_.data(), O_CLOEXEC);
  }
  ~ZipFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }
  ZipFile(const ZipFile&) = delete;
  ZipFile& operator=(const ZipFile&) = delete;
  bool ok() const { return descriptor_ >= 0; }
  const std::string& path() const { return path_; }
  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

 private:
  std::string path_;
  int descriptor_ = -1;
};

struct Fetched {
  std::string error;
  ErrorCode code = ErrorCode::kNotReached;
};

Fetched fetch(HttpClient& client, const Url& url, const UpdateOptions& options, ZipFile& file) {
  HttpRequest request;
  request.url = url;
  request.purpose = Purpose::kPackage;
  request.label = "advisory feed";
  // What comes decides what is called safe: nothing from a chain that cannot be verified, no other origin.
  request.carries_secret = url.scheme == "https";
  request.limits.total = options.time;
  request.limits.body_bytes = options.max_bytes;
  const TimePoint deadline = Loop::now() + options.time;
  const auto stream = client.open(std::move(request));
  const HttpHead& head = stream->head();
  if (head.failure == HttpFailure::kTooLarge) return {"larger than the limit", ErrorCode::kLimit};
  if (head.failure != HttpFailure::kNone) {
    const bool refused = head.failure == HttpFailure::kRefused;
    return {fmt::format("{}{}{}", name_of(head.failure), head.failure_detail.empty() ? "" : ": ",
                        head.failure_detail),
            refused ? ErrorCode::kRefused : ErrorCode::kNotReached};
  }
  if (head.status != 200) return {fmt::format("the server answered {}", head.status), ErrorCode::kNotReached};
  for (;;) {
    const std::string piece = stream->read(deadline);
    if (piece.empty()) break;
    if (!file.write(piece)) return {"cannot be written beside the index", ErrorCode::kCannotWrite};
  }
  if (stream->failure() == HttpFailure::kTooLarge) return {"larger than the limit", ErrorCode::kLimit};
  if (!stream->at_end())
    return {fmt::format("ended early: {}", name_of(stream->failure())), ErrorCode::kNotReached};
  return {};
}

UpdateOutcome update_one(const std::string& ecosystem, const UpdateOptions& options, Loop& loop,
                         Resolver& resolver, const TrustStore& trust, RequestLog& log) {
  UpdateOutcome out;
  out.ecosystem = ecosystem;
  const auto fail = [&](ErrorCode code, std::string why) {
    out.code = code;
    out.error = std::move(why);
    return out;
  };
  auto url = parse_url(feed_zip_url(options.base, ecosystem));
  if (!url) return fail(url.error().code, url.error().message);
  if (url->scheme != "https" && !options.allow_private)
    return fail(ErrorCode::kRefused, "https only; --allow-private lifts this for the host");
  ZipFile file(options.folder);
  if (!file.ok())
    return fail(ErrorCode::kCannotWrite, escape_terminal(options.folder) + ": " + std::strerror(errno));
  Fetched fetched;
  loop.spawn([&] {
    GuardedClientOptions client_options;
    if (options.allow_private) client_options.policy = AddressPolicy({url->host});
    client_options.deadline = Loop::now() + options.time;
    client_options.offer_old_tls = false;
    GuardedClient client(loop, resolver, trust, log, std::move(client_options));
    fetched = fetch(client, *url, options, file);
  });
  loop.run();
  if (!fetched.error.empty()) return fail(fetched.code, std::move(fetched.error));
  ImportOptions import;
  import.name = "osv/" + ecosystem;
  import.source = shown_url(*url);
  import.imported_at = options.now;
  auto report = import_feed(feed_database(options.folder), file.path(), import);
  if (!report) return fail(report.error().code, report.error().message);
  out.report = std::move(*report);
  return out;
}

}  // namespace

Result<std::string> feed_base(const std::string& given) {
  std::string base = given;
  if (const char* value = std::getenv("MCPJURY_FEED_URL"); base.empty() && value != nullptr) base = value;
  while (base.ends_with('/')) base.pop_back();
  if (base.empty()) {
    return Error{ErrorCode::kUsage,
                 "no address of a feed is configured: give --from URL or set MCPJURY_FEED_URL"};
  }
  if (auto url = parse_url(base); !url) return Error{ErrorCode::kUsage, url.error().message};
  return base;
}

std::string feed_zip_url(const std::string& base, const std::string& ecosystem) {
  std::string name;
  for (const char c : ecosystem) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return base + "/" + name + "/all.zip";
}

std::vector<UpdateOutcome> update_feeds(const UpdateOptions& options, Loop& loop, Resolver& resolver,
                                        const TrustStore& trust, RequestLog& log) {
  std::vector<UpdateOutcome> out;
  for (const std::string& ecosystem : options.ecosystems)
    out.push_back(update_one(ecosystem, options, loop, resolver, trust, log));
  return out;
}

std::vector<UpdateOutcome> update_feeds(const UpdateOptions& options) {
  Loop loop;
  const auto resolver = make_ares_resolver(loop);
  const TrustStore trust;
  RequestLog log;
  return update_feeds(options, loop, *resolver, trust, log);
}

}  // namespace mcpjury
