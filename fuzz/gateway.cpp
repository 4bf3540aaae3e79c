// The gateway's mind: lines of a client ("C") and of a server ("S") in any order. No call of a tool reaches
// the server that was not listed and graded, no answer reaches the client that it did not ask for, and both
// get whole lines.
#include <memory>
#include <string>

#include "check.h"
#include "guard/gate.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  static Detective detective;
  GuardLog log([](std::string_view line) { fuzz::check(line.ends_with("}\n"), "a line of the log is one"); },
               [] { return std::string("2026-01-01T00:00:00Z"); });
  GateOptions options;
  options.limits.held = 4;
  options.limits.pending = 8;
  options.limits.list.pages = 3;
  options.limits.list.tools = 8;
  options.policy.approval = OnApproval::kHold;
  const auto whole = [](std::string_view bytes) {
    fuzz::check(bytes.ends_with('\n') && bytes.find('\n') == bytes.size() - 1, "frames are whole lines");
  };
  bool listed = false;
  Gate gate(
      options, log, detective, [&](std::string_view bytes) { whole(bytes); },
      [&](std::string_view bytes) {
        whole(bytes);
        for (const PassingMessage& message : read_passing(bytes.substr(0, bytes.size() - 1)).messages) {
          fuzz::check(message.kind != PassingMessage::Kind::kBad, "what is sent on can be read");
          fuzz::check(
              message.method != "tools/call" || message.kind != PassingMessage::Kind::kRequest || listed,
              "no call before a list");
        }
      });
  std::string_view text = fuzz::as_text(data, size);
  std::int64_t now = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    now += 100;
    const std::string frame = line.substr(1);
    if (line[0] == 'C') {
      gate.from_client(frame, frame + "\n", now);
    } else if (line[0] == 'S') {
      listed = listed || frame.find("mcpjury-guard-") != std::string::npos;
      gate.from_server(frame, frame + "\n", now);
    } else {
      gate.tick(now += 31'000);
    }
  }
  gate.server_gone();
  return 0;
}
