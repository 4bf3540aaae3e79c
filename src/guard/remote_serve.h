// One request of a client to the remote guard, served on a fiber. Private to guard.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "guard/remote_session.h"
#include "guard/upstream.h"
#include "httpd/httpd.h"

namespace mcpjury {

class RemoteServer {
 public:
  RemoteServer(Loop& loop, Upstream& upstream, const RemoteGuardOptions& options, GuardLog& log)
      : loop_(loop), upstream_(upstream), options_(options), log_(log), sessions_(options.sessions) {}

  void serve(HttpdExchange& exchange);

 private:
  using Session = std::shared_ptr<RemoteSession>;

  void post(HttpdExchange& exchange);
  void list(HttpdExchange& exchange, const PassingMessage& message, const Session& session);
  // True: the answer is a stream, which may be taken up again; else whatever was asked is over.
  bool forward(HttpdExchange& exchange, const Session& session, const std::string& key, bool opens);
  void pump(HttpStream& from, HttpdStream& to, RemoteSession& session);
  // True: a verdict of now is there, or the reason why not.
  void read_list(const HttpdRequest& like, const JsonObject& meta, RemoteSession& session, bool anew);
  bool walk(const HttpdRequest& like, const JsonObject& meta, RemoteSession& session);
  bool ask_page(const HttpdRequest& like, const JsonObject& meta, RemoteSession& session, ListWalk& pages,
                bool& more);
  // The frames that may go on, joined as they came; empty: none.
  std::string filtered(std::string_view text, RemoteSession& session);

  Loop& loop_;
  Upstream& upstream_;
  const RemoteGuardOptions& options_;
  GuardLog& log_;
  RemoteSessions sessions_;
  CallBuckets buckets_;
  Detective detective_;
  std::uint64_t asked_ = 0, refused_frames_ = 0;
};

std::int64_t loop_ms();
std::string session_key(const HttpdRequest& request, std::string_view session_id);

}  // namespace mcpjury
