// What must not leave the machine, taken out of a text before a model sees it: secrets (base/redact.h), home
// folders and what lies in them, the user's name in paths, internal host names and addresses, and the judges'
// own keys.
//
// Total and linear on any bytes. What says nothing about this machine stays, because it is what a judge must
// see:
// "~/.ssh/id_rsa", /etc/passwd, localhost, the cloud metadata address.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct PrivateWords {
  std::string home;  // of the user, "/srv/people/ann"; replaced with "~" wherever it stands
  std::string user;  // as a part of any path; common names (root, user) are passed over
  std::vector<std::string>
      hosts;  // in lower case; of the target when it is a private one, and this machine's name
  std::vector<std::string> values;  // exact texts, such as keys
};

// "/home/alice/.ssh/id_rsa" gives "~/.ssh/id_rsa", "/home/alice/acme/plan.txt" gives "~/[path]",
// "db1.corp.internal" and "10.1.2.3" give "[internal-host]".
std::string without_private(std::string_view text, const PrivateWords& words);

// Keys and strings at any depth; also the default, const, enum and examples of a property whose name says
// that its value is a secret. Recurses as deep as the document, which its reader bounded.
Json json_without_private(const Json& value, const PrivateWords& words);

}  // namespace mcpjury
