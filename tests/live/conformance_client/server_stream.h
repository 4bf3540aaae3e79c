// The standalone GET stream of a legacy session, on which a server asks its client. Questions for a form are
// accepted with their defaults; everything else is refused. The library's initialize announces no capability
// for it; the suite's server asks all the same.
//
// Lives in a fiber of its own beside the conversation; the destructor ends it. The program itself never opens
// this stream and never fulfils a request.
#pragma once

#include <string>

#include "base/json.h"
#include "net/http.h"

namespace mcpjury {

class ServerStream {
 public:
  ServerStream(HttpClient& client, const Url& url, std::string version, std::string session);
  ~ServerStream();
  ServerStream(const ServerStream&) = delete;
  ServerStream& operator=(const ServerStream&) = delete;

 private:
  HttpRequest request(std::string method) const;
  void listen();
  void answer(const std::string& text);

  HttpClient& client_;
  const Url url_;
  const std::string version_, session_;
  Loop::Signal open_, ended_;
  bool stop_ = false;
};

}  // namespace mcpjury
