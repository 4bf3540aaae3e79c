// JSON-RPC messages from somebody else, as a mailbox sorts them.
#include "mcp/jsonrpc.h"

#include "check.h"
#include "mcp/mailbox.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  for (const bool batches : {false, true}) {
    const RpcRead read = read_messages(text, {64, fuzz::kMaxInput, batches});
    fuzz::check(read.failure.empty() != read.messages.empty(), "messages, or a reason why there are none");
    fuzz::check(read.messages.size() <= kMaxBatch, "a batch is bounded");
    fuzz::check(batches || read.messages.size() <= 1, "no batch where there are none");
    for (const RpcMessage& message : read.messages) {
      fuzz::check((message.kind == RpcMessage::Kind::kBad) == !message.fault.empty(), "what is bad says why");
    }
  }
  ChannelFacts facts;
  Mailbox mailbox(facts, 64, fuzz::kMaxInput);
  mailbox.use(Era::kLegacy, "2025-03-26");
  mailbox.expect("tools/list");
  Reply reply;
  const Mailbox::Verdict verdict = mailbox.take(text, false, reply);
  fuzz::check((verdict == Mailbox::Verdict::kDone) == (reply.state != Reply::State::kNone),
              "done means an answer");
  fuzz::check((verdict == Mailbox::Verdict::kFailed) == !reply.failure.empty(), "failed means a reason");
  fuzz::check(facts.violations.size() <= 100 && facts.notifications.size() <= 32, "facts are bounded");
  return 0;
}
