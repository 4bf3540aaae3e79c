// The command the conformance suite runs for each scenario when full marks are wanted.
//
// One conversation through the program's own protocol library, with a user who agrees to everything and a
// caller who calls every tool: both are here and not in the library.
#include <iostream>
#include <memory>

#include "authorizing_client.h"
#include "base/escape.h"
#include "mcp/client.h"
#include "net/guarded_client.h"
#include "net/resolver.h"
#include "server_stream.h"
#include "suite_task.h"
#include "tool_round.h"

namespace mcpjury {
namespace {

constexpr Milliseconds kTotal{50'000};  // the suite waits 60 s

ClientOptions client_options(const SuiteTask& task) {
  ClientOptions options;
  options.client_name = "mcpjury-conformance-client";
  options.client_version = "1";
  options.check_repeat = false;
  if (task.version.empty()) return options;
  const bool modern = task.version >= options.modern_version;
  options.era = modern ? Era::kModern : Era::kLegacy;
  (modern ? options.modern_version : options.legacy_version) = task.version;
  return options;
}

int run(Loop& loop, const SuiteTask& task) {
  const auto resolver = make_ares_resolver(loop);
  const TrustStore trust;
  RequestLog log;
  const AddressPolicy policy({task.url.host});
  GuardedClientOptions guarded_options;
  guarded_options.policy = policy;
  guarded_options.deadline = Loop::now() + kTotal;
  GuardedClient guarded(loop, *resolver, trust, log, std::move(guarded_options));
  AuthorizingClient client(guarded, OAuthFlow(guarded, policy, task.url, task.known));

  ClientOptions options = client_options(task);
  options.before_close = [&](Channel& channel, const Conversation& conversation) {
    std::unique_ptr<ServerStream> stream;
    if (const auto& sessions = channel.facts().session_ids; !sessions.empty()) {
      stream = std::make_unique<ServerStream>(
          client, task.url, std::string(find_string(conversation.protocol, "answered_version")),
          sessions.back());
    }
    use_tools(channel, conversation, task);
  };
  const Conversation conversation = talk_over_http(client, {task.url, {}}, options);
  if (!client.refusal().empty()) std::cerr << "not authorized: " << escape_terminal(client.refusal()) << "\n";
  if (!conversation.failure.empty()) {
    std::cerr << conversation.failure << " " << escape_terminal(conversation.failure_detail) << "\n";
  }
  return conversation.handshake || conversation.tools_listed ? 0 : 1;
}

}  // namespace
}  // namespace mcpjury

int main(int argc, char** argv) {
  const auto task = mcpjury::read_task(argc, argv);
  if (!task) {
    std::cerr << task.error().message << "\n";
    return 2;
  }
  mcpjury::Loop loop;
  int code = 1;
  loop.spawn([&] { code = mcpjury::run(loop, *task); });
  loop.run();
  return code;
}
