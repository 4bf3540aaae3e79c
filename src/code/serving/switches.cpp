// Switches that leave authentication off unless somebody turns it on.
#include "base/ascii.h"
#include "code/serving/context.h"

namespace mcpjury {
namespace {

using std::string_view;

bool is_off_switch(string_view name) {
  std::string text;
  for (char c : ascii::lowered(name.substr(0, 60))) {
    if (c != '_' && c != '-' && c != '"' && c != '\'' && c != '.') text += c;
  }
  return text.ends_with("disableauth") || text.ends_with("disableauthentication") ||
         text.ends_with("skipauth") || text.ends_with("noauth") || text.ends_with("authdisabled") ||
         text.ends_with("bypassauth") || text.ends_with("dangerouslyomitauth");
}

}  // namespace

// DISABLE_AUTH is on when the environment does not name it: getenv("DISABLE_AUTH", "true"). A switch that is
// off by default is not a fact.
void visit_switches(ServingContext& context, TSNode node) {
  const ParsedFile& file = context.file;
  if (!context.speaks_mcp) return;
  Call call;
  if (read_call(file, node, call) && call.arguments.size() == 2) {
    std::string name = ascii::lowered(call.name);
    bool environment = name == "get" || name == "getenv" || name == "getenvironmentvariable" ||
                       name == "getproperty" || name == "getordefault" || name == "env" || name == "getenvor";
    if (!environment || !is_off_switch(context.values.plain_text(call.arguments[0]))) return;
    std::string value = ascii::lowered(context.values.plain_text(call.arguments[1]));
    if (value.empty()) value = lower_text(file, call.arguments[1], 10);
    if (value == "true" || value == "1" || value == "yes")
      add_fact(context, kAuthDisabled, node, "default", "high");
    return;
  }
  // process.env.DISABLE_AUTH ?? "true"
  if (is_type(node, "binary_expression") && is_script(file.language())) {
    string_view op = file.text_of(ParsedFile::field(node, "operator"));
    if (op != "||" && op != "??") return;
    string_view left = file.text_of(ParsedFile::field(node, "left"));
    if (!left.starts_with("process.env") ||
        !is_off_switch(left.size() > 60 ? left.substr(left.size() - 60) : left))
      return;
    std::string right = lower_text(file, ParsedFile::field(node, "right"), 10);
    if (right == "true" || right == "\"true\"" || right == "'true'")
      add_fact(context, kAuthDisabled, node, "default", "high");
  }
}

}  // namespace mcpjury
