#include "report/changes_text.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace mcpjury {
namespace {

constexpr std::size_t kWidth = 100;  // of one shown line
constexpr std::string_view kRed = "\x1b[31m", kGreen = "\x1b[32m", kPlain = "\x1b[0m";

void put_line(std::string& out, char mark, std::string_view text, const ChangesOptions& options) {
  const std::string_view ink = !options.color ? "" : mark == '-' ? kRed : mark == '+' ? kGreen : "";
  out += fmt::format("{}{}{}\n", ink, text, ink.empty() ? std::string_view() : kPlain);
}

void put_member(std::string& out, const MemberChange& change, const ChangesOptions& options) {
  const std::string_view state = change.before.empty()  ? " (was absent)"
                                 : change.after.empty() ? " (is gone)"
                                                        : "";
  out += fmt::format("    {}{}\n", change.member, state);
  for (const std::string& line : line_diff(change.before, change.after, 2, options.lines_per_member)) {
    put_line(out, line[0], "      " + clip(escape_terminal(line), kWidth), options);
  }
}

}  // namespace

std::string changes_text(const SurfaceDiff& diff, const ChangesOptions& options) {
  if (!diff.not_comparable.empty()) return fmt::format("  cannot be compared: {}\n", diff.not_comparable);
  std::string out;
  for (const ToolChange& change : diff.tools) {
    const char mark = change.kind == ToolChangeKind::kAdded     ? '+'
                      : change.kind == ToolChangeKind::kRemoved ? '-'
                                                                : '~';
    put_line(out, mark, fmt::format("  {} {}", mark, clip(escape_terminal(change.name), kWidth)), options);
    for (const MemberChange& member : change.members) put_member(out, member, options);
  }
  if (diff.instructions_changed) out += "  ~ instructions of the server\n";
  return out;
}

}  // namespace mcpjury
