// The stages of a remote look over any HttpClient; tests drive them with a scripted one.
#pragma once

#include "observe/remote/remote.h"

namespace mcpjury {

RemoteOutcome observe_with(HttpClient& client, const AddressPolicy& policy, const RequestLog& log,
                           const Url& url, const RemoteOptions& options);

}  // namespace mcpjury
