// scope-mismatch (AS-003) and undeclared-capability (AS-002 as we read it in `precise`): power that the name
// or the whole announcement of a tool hides.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "detect/rules/signal_hits.h"
#include "detect/sink.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

constexpr RoleMask kAnnouncement = static_cast<RoleMask>(
    role_bit(TextRole::kName) | role_bit(TextRole::kTitle) | role_bit(TextRole::kDescription));

// A parameter of this name can hold nothing but a command or a program.
bool command_name(std::string_view name) {
  static constexpr std::array<std::string_view, 14> kNames = {
      "shell command",    "shell cmd",      "bash command",       "bash",        "shell",
      "terminal command", "command to run", "command to execute", "python code", "code to run",
      "code to execute",  "shell script",   "bash script",        "powershell"};
  std::string words;
  append_name_words(words, name);
  return std::find(kNames.begin(), kNames.end(), words) != kNames.end();
}

bool takes_free_text(const JsonObject* schema) {
  if (!schema) return true;
  if (schema->contains("enum") || schema->contains("const") || schema->contains("pattern")) return false;
  const std::string_view type = find_string(*schema, "type");
  return type.empty() || type == "string";
}

void undeclared(const DetectInput& input, const ToolView& tool, const SubjectUnit& subject,
                FindingSink& sink) {
  static const std::uint16_t kUndeclared = detector_index("undeclared-capability");
  static const std::uint16_t kRunAnnounced = signal_index("cap-announce-exec");
  static const std::uint16_t kDeleteAnnounced = signal_index("cap-announce-delete");
  static const std::uint16_t kRunText = signal_index("cap-undeclared-exec-text");
  static const std::uint16_t kDeleteText = signal_index("cap-undeclared-delete-text");
  // destructiveHint tells the client that calls may do harm; that is an announcement.
  if (tool.annotations.destructive.value_or(false)) return;

  if (!field_with(input.text, subject, kRunAnnounced, kAnnouncement)) {
    for (std::uint32_t p = subject.first_property; p < subject.first_property + subject.properties; ++p) {
      const PropertyInfo& property = input.text.properties[p];
      if (property.output || !command_name(property.name) || !takes_free_text(property.schema)) continue;
      return sink.add(kUndeclared, subject, property.path, property.name, Confidence::kMedium);
    }
    if (const Field* field = field_with(input.text, subject, kRunText, role_bit(TextRole::kParamText))) {
      return sink.add(kUndeclared, subject, input.text.piece_at(*field, 0).path, field->text,
                      Confidence::kMedium);
    }
  }
  if (field_with(input.text, subject, kDeleteAnnounced, kAnnouncement)) return;
  if (const Field* field = field_with(input.text, subject, kDeleteText, role_bit(TextRole::kParamText))) {
    sink.add(kUndeclared, subject, input.text.piece_at(*field, 0).path, field->text, Confidence::kMedium);
  }
}

}  // namespace

void detect_scope(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kMismatch = detector_index("scope-mismatch");
  static const std::uint16_t kRuns = detector_index("runs-code");
  static const std::uint16_t kDeletes = detector_index("deletes-data");
  static const std::uint16_t kMoney = detector_index("moves-money");
  static const std::uint16_t kReads = signal_index("cap-scope-read-name");

  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    undeclared(input, input.surface.tools[i], input.text.tool(i), sink);
  }
  // Copied first: adding to the sink moves its entries.
  std::vector<FindingSink::Entry> strong;
  for (const FindingSink::Entry& entry : sink.entries()) {
    const Finding& finding = entry.finding;
    if (finding.subject.type != SubjectType::kTool || finding.confidence != Confidence::kHigh) continue;
    if (finding.detector == kRuns || finding.detector == kDeletes || finding.detector == kMoney)
      strong.push_back(entry);
  }
  for (const FindingSink::Entry& entry : strong) {
    const SubjectUnit* subject =
        tool_subject(input.text, input.surface.tools.size(), entry.finding.subject.index);
    if (!subject || !field_with(input.text, *subject, kReads, role_bit(TextRole::kName))) continue;
    sink.add(kMismatch, *subject, entry.path, entry.finding.evidence, Confidence::kHigh);
  }
}

}  // namespace mcpjury
