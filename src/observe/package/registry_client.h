// Asks a package registry of the user's own configuration, through the guarded client.
//
// The registry's host is the operator's choice and may be private. Any other host (where the files lie, where
// a redirect leads) must be public, or be the very machine of the registry: the same addresses and port,
// pinned, so that an index cannot send us to another machine of a private network. Credentials of the
// configuration go to the registry's origin only and are never shown. Used from a fiber.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "net/guarded_client.h"

namespace mcpjury {

struct RegistryAnswer {
  HttpResponse response;
  std::string problem;  // one line, no secrets; empty when status is 200 and the body is whole
  bool ok() const { return problem.empty(); }
};

// Answers the questions it was told the answers of; passes the others on.
class PinnedResolver : public Resolver {
 public:
  explicit PinnedResolver(Resolver& behind) : behind_(behind) {}
  Resolution resolve(const std::string& host, TimePoint deadline) override;
  void pin(const std::string& host, Resolution answer) { pinned_.insert_or_assign(host, std::move(answer)); }

 private:
  Resolver& behind_;
  std::map<std::string, Resolution> pinned_;
};

class RegistryClient {
 public:
  struct Options {
    std::string base;                        // of the user's configuration; may hold credentials
    std::string authorization;               // value of the header, besides what `base` holds; empty for none
    std::vector<std::string> allowed_hosts;  // where private addresses were allowed by the operator
    TimePoint deadline = TimePoint::max();
    std::string user_agent;
  };
  // kUsage when the base is no address of a registry.
  static Result<RegistryClient> make(Loop& loop, Resolver& resolver, const TrustStore& trust, RequestLog& log,
                                     Options options);

  // `reference` is absolute or relative to the base. `shown` names the question in the log and the evidence.
  RegistryAnswer get(std::string_view reference, std::string_view accept, std::size_t body_bytes,
                     std::string_view shown);
  // Entries of provenance.registry for what was asked, without the documents.
  const JsonArray& answers() const { return answers_; }
  const Url& base() const { return base_; }

 private:
  RegistryClient(Loop& loop, Resolver& resolver, const TrustStore& trust, RequestLog& log)
      : loop_(loop), resolver_(resolver), trust_(trust), log_(log) {}
  std::vector<std::string> hosts_for(const Url& url, PinnedResolver& pinned);

  Loop& loop_;
  Resolver& resolver_;
  const TrustStore& trust_;
  RequestLog& log_;
  Options options_;
  Url base_;
  JsonArray answers_;
};

}  // namespace mcpjury
