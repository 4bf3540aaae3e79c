// Which Host and Origin headers are ours. A page of somebody else whose name was made to point to us (DNS
// rebinding) sends its own name as Host; a page that posts across sites sends its own Origin. Immutable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "httpd/httpd.h"

namespace mcpjury {

class OwnNames {
 public:
  explicit OwnNames(std::vector<std::string> hosts);

  // A configured name, localhost, or an address: a name that was not configured may belong to anybody.
  bool host_ok(std::string_view host) const;
  // Nothing, or the same authority as Host, or a configured name.
  bool origin_ok(const HttpdRequest& request) const;

 private:
  bool configured(std::string_view name) const;
  std::vector<std::string> hosts_;  // lower case
};

// The address of the client: of the connection, or what a trusted proxy in front of us says.
std::string client_address(const HttpdRequest& request, const std::vector<std::string>& trusted_proxies);

}  // namespace mcpjury
