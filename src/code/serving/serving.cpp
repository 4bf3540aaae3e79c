#include "code/serving/serving.h"

#include <utility>

#include "base/ascii.h"
#include "base/redact.h"
#include "base/utf8.h"
#include "code/serving/context.h"
#include "code/typed/literals.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxSnippet = 200;

std::string snippet_of(const ParsedFile& file, TSNode node) {
  std::string out;
  bool blank = false;
  for (char c : trim(file.text_of(node).substr(0, 4 * kMaxSnippet))) {
    bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (space && blank) continue;
    blank = space;
    out += space ? ' ' : c;
  }
  // Redacted before it is cut: half a secret is not recognised as one.
  out = redact(out);
  if (out.size() > kMaxSnippet) out.resize(char_edge(out, kMaxSnippet));
  return out;
}

}  // namespace

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  for (std::string_view part : parts) {
    if (contains(text, part)) return true;
  }
  return false;
}

bool names_authentication(std::string_view text) {
  return contains_any(ascii::lowered(text),
                      {"auth", "bearer", "apikey", "api_key", "api-key", "jwt", "token", "login", "passport",
                       "permission", "protect", "credential", "secret", "clerk", "verifykey", "principal"});
}

std::string lower_text(const ParsedFile& file, TSNode node, std::size_t most) {
  return ascii::lowered(file.text_of(node).substr(0, most));
}

bool is_optional(const ParsedFile& file, TSNode node) {
  constexpr int kSteps = 25;
  for (int step = 0; step < kSteps; ++step) {
    TSNode above = ts_node_parent(node);
    if (ts_node_is_null(above)) return false;
    std::string_view type = ParsedFile::type_of(above);
    if (type == "if_statement" || type == "if_expression" || type == "ternary_expression" ||
        type == "conditional_expression" || type == "match_expression" || type == "switch_case" ||
        type == "elif_clause" || type == "else_clause" || type == "when_expression" ||
        type == "if_let_expression") {
      return true;
    }
    if (type == "binary_expression" && contains(file.text_of(above).substr(0, 400), "&&")) return true;
    if (contains(type, "function") || contains(type, "method") || type == "func_literal" ||
        type == "class_body")
      return false;
    node = above;
  }
  return false;
}

void add_fact(ServingContext& context, const FactKind& kind, TSNode node, std::string_view symbol,
              std::string_view confidence) {
  FileSummary& summary = context.summary;
  if (summary.facts.size() >= kMaxFactsInFile) {
    summary.cut = true;
    return;
  }
  CodeFact fact;
  fact.fact = std::string(kind.fact);
  fact.symbol = std::string(symbol.substr(0, kMaxSnippet));
  fact.snippet = snippet_of(context.file, node);
  fact.cwe = std::string(kind.cwe);
  fact.severity = confidence == "low" ? "low" : std::string(kind.severity);
  fact.confidence = std::string(confidence);
  fact.line = ParsedFile::line_of(node);
  fact.column = ts_node_start_point(node).column + 1;
  summary.facts.push_back(std::move(fact));
}

void read_serving(const ParsedFile& file, FileSummary& summary) {
  Values values(file);
  ServingContext context{file, values, summary};
  std::string text = ascii::lowered(file.text());
  context.speaks_mcp = contains_any(text, {"modelcontextprotocol", "fastmcp", "mcp.server", "mcp-go", "rmcp",
                                           "mcpserver", "mcp_server", "mcp-server", "from mcp"});
  context.http_mcp =
      context.speaks_mcp && contains_any(text, {"streamablehttp", "streamable_http", "streamable-http",
                                                "sseserver", "httpstream", "sse_server", "/mcp", "mapmcp"});
  read_servers(context);
  if (may_hold_routes(text)) read_routes(context);
  const bool trust = may_hold_trust(text), origins = may_hold_origins(text);
  const bool switches = context.speaks_mcp && contains(text, "auth");
  if (!trust && !origins && !context.speaks_mcp) return;
  walk(file.root(), [&](TSNode node) {
    if (is_test_module(file, node)) return false;
    if (trust) visit_trust(context, node);
    if (context.speaks_mcp) visit_listening(context, node);
    if (origins) visit_origins(context, node);
    if (switches) visit_switches(context, node);
    return true;
  });
}

}  // namespace mcpjury
