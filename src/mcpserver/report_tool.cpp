// get_report: a whole report in a chosen format, of this session or of the history.
#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "base/canonical_json.h"
#include "mcpserver/quoted.h"
#include "mcpserver/tool_call.h"
#include "report/report_read.h"
#include "store/store.h"

namespace mcpjury {
namespace {

Result<Json> of_session(const std::string& document, std::size_t depth) {
  JsonReadOptions reading;
  reading.max_depth = depth;
  auto parsed = parse_json(document, "report", reading);
  if (!parsed) return parsed.error();
  return std::move(parsed->value);
}

Result<Json> find_report(std::string_view id, ToolBench& bench) {
  const McpServerOptions& options = bench.shared.options;
  if (const auto document = bench.shared.reports.find(id))
    return of_session(*document, options.scan.limits.json_depth);
  std::int64_t number = 0;
  const auto [end, trouble] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (trouble != std::errc{} || end != id.data() + id.size() || number <= 0 || options.store_url.empty()) {
    return Error{ErrorCode::kNothingToGrade,
                 "no such report: ids come from the scanning tools of this session, or are numbers of scans "
                 "in the history"};
  }
  auto store = Store::open({options.store_url, true});
  if (!store) return store.error();
  return (*store)->report(number);
}

std::string rendered(std::string_view format, Json document, const Reports& reports) {
  if (format == "json") {
    quote_all(document, kQuoteChars);
    return pretty_json(document) + "\n";
  }
  if (format == "markdown") return render_markdown(reports, {});
  if (format == "sarif") return render_sarif(reports, {});
  return render_text(reports, {});
}

// SARIF is JSON as well: its strings are quoted like those of our own report.
std::string quoted_json(std::string text) {
  auto parsed = parse_json(text, "report", {});
  if (!parsed) return text;
  quote_all(parsed->value, 1000);
  return pretty_json(parsed->value) + "\n";
}

// On a character edge: the answer must stay UTF-8.
void cut_text(std::string& text, std::size_t most) {
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
}

}  // namespace

ToolAnswer get_report_tool(const ToolCall& call, ToolBench& bench) {
  const std::string_view id = find_string(call.arguments, "report_id");
  const std::string_view given = find_string(call.arguments, "format");
  const std::string_view format = given.empty() ? "text" : given;
  auto document = find_report(id, bench);
  if (!document) return tool_error(document.error().message);
  auto saved = read_reports(*document, "report");
  if (!saved) return tool_error(saved.error().message);
  std::string text = rendered(format, std::move(*document), saved->reports);
  if (format == "sarif") text = quoted_json(std::move(text));
  const std::size_t most = bench.shared.options.answer_bytes;
  const bool cut = text.size() > most;
  if (cut) cut_text(text, most);
  ToolAnswer answer;
  answer.text = fmt::format("{}\n\n{}", kUntrustedNote, text);
  answer.structured = {{"report_id", plain_quote(id, kNameChars)},
                       {"format", format},
                       {"truncated", cut},
                       {"note", kUntrustedNote},
                       {"untrusted", JsonObject{{"document", std::move(text)}}}};
  return answer;
}

}  // namespace mcpjury
