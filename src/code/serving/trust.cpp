// Code that turns the check of certificates off.
#include "code/serving/context.h"
#include "code/typed/literals.h"

namespace mcpjury {
namespace {

using std::string_view;

// class IgnoreCertificates, def insecure_client(): whoever uses it knows what it does.
bool says_so(const ParsedFile& file, TSNode node) {
  for (int step = 0; step < 40 && !ts_node_is_null(node); ++step) {
    node = ts_node_parent(node);
    string_view type = ParsedFile::type_of(node);
    if (!contains(type, "function") && !contains(type, "class") && !contains(type, "method")) continue;
    std::string name = lower_text(file, ParsedFile::field(node, "name"), 80);
    if (contains_any(name, {"insecure", "ignore", "unverified", "noverify", "no_verify", "skip", "disable"}))
      return true;
  }
  return false;
}

// An option that somebody has to choose is said with low confidence: the author offers it on purpose.
void off(ServingContext& context, TSNode node, string_view symbol) {
  bool chosen = is_optional(context.file, node) || says_so(context.file, node);
  add_fact(context, kTlsCheckOff, node, symbol, chosen ? "low" : "high");
}

string_view bare(string_view key) {
  if (key.size() >= 2 && (key.front() == '"' || key.front() == '\'')) key = key.substr(1, key.size() - 2);
  return key;
}

void visit_call(ServingContext& context, const Call& call) {
  const ParsedFile& file = context.file;
  if (call.name == "danger_accept_invalid_certs" || call.name == "danger_accept_invalid_hostnames") {
    if (call.arguments.size() == 1 && file.text_of(call.arguments[0]) == "true")
      off(context, call.node, call.name);
  }
  if (call.name == "_create_unverified_context") off(context, call.node, call.name);
  if (file.language() != CodeLanguage::kPython) return;
  string_view path = call.path.substr(0, 100);
  if (contains(path, "jwt") || contains(path, "decode")) return;  // there it is about signatures
  for (std::size_t at = 0; at < call.arguments.size(); ++at) {
    bool check = call.keys[at] == "verify" || call.keys[at] == "verify_ssl" ||
                 call.keys[at] == "ssl_verify" || (call.keys[at] == "ssl" && call.name == "TCPConnector");
    if (check && file.text_of(call.arguments[at]) == "False") off(context, call.node, call.keys[at]);
  }
}

void visit_assignment(ServingContext& context, TSNode node) {
  string_view left = context.file.text_of(ParsedFile::field(node, "left")).substr(0, 200);
  TSNode right = ParsedFile::field(node, "right");
  string_view value = context.file.text_of(right).substr(0, 200);
  if (contains(left, "NODE_TLS_REJECT_UNAUTHORIZED") && bare(value) == "0")
    off(context, node, "NODE_TLS_REJECT_UNAUTHORIZED");
  if (left.ends_with(".rejectUnauthorized") && value == "false") off(context, node, "rejectUnauthorized");
  if (left.ends_with(".verify_mode") && value.ends_with("CERT_NONE")) off(context, node, "verify_mode");
  if (left.ends_with(".verify") && value == "False" && context.file.language() == CodeLanguage::kPython)
    off(context, node, "verify");
  if (left.ends_with(".InsecureSkipVerify") && value == "true") off(context, node, "InsecureSkipVerify");
  if (contains(left, "CertificateCustomValidationCallback") ||
      contains(left, "ServerCertificateValidationCallback") ||
      contains(left, "RemoteCertificateValidationCallback")) {
    string_view body = trim(value);
    if (body.ends_with("=> true") || contains(body, "DangerousAcceptAnyServerCertificateValidator"))
      off(context, node, last_name(left));
  }
}

// public void checkServerTrusted(…) {}
void visit_trust_manager(ServingContext& context, TSNode node) {
  if (context.file.text_of(ParsedFile::field(node, "name")) != "checkServerTrusted") return;
  TSNode body = ParsedFile::field(node, "body");
  if (ts_node_is_null(body)) body = child_of_type(node, "function_body");
  if (is_type(first_child(body), "block")) body = first_child(body);
  if (!ts_node_is_null(body) && children(body).empty()) off(context, node, "checkServerTrusted");
}

}  // namespace

bool may_hold_trust(string_view text) {
  return contains_any(text, {"verify", "verifier", "unverified", "tcpconnector", "rejectunauthorized",
                             "reject_unauthorized", "danger_accept_invalid", "validationcallback",
                             "checkservertrusted", "insecuretrustmanagerfactory", "trustallstrategy"});
}

void visit_trust(ServingContext& context, TSNode node) {
  const ParsedFile& file = context.file;
  string_view type = ParsedFile::type_of(node);
  Call call;
  if (type == "pair" && is_script(file.language())) {
    if (bare(file.text_of(ParsedFile::field(node, "key"))) == "rejectUnauthorized" &&
        file.text_of(ParsedFile::field(node, "value")) == "false") {
      off(context, node, "rejectUnauthorized");
    }
  } else if (type == "keyed_element") {
    if (file.text_of(ParsedFile::field(node, "key")) == "InsecureSkipVerify" &&
        file.text_of(ParsedFile::field(node, "value")) == "true") {
      off(context, node, "InsecureSkipVerify");
    }
  } else if (type == "assignment_expression" || type == "assignment" || type == "assignment_statement") {
    visit_assignment(context, node);
  } else if (type == "method_declaration" || type == "function_declaration") {
    visit_trust_manager(context, node);
  } else if (type == "identifier" &&
             (file.language() == CodeLanguage::kJava || file.language() == CodeLanguage::kKotlin)) {
    string_view name = file.text_of(node);
    bool import = is_type(ts_node_parent(node), "scoped_identifier") ||
                  is_type(ts_node_parent(node), "qualified_identifier");
    if (!import && (name == "NoopHostnameVerifier" || name == "InsecureTrustManagerFactory" ||
                    name == "TrustAllStrategy")) {
      off(context, node, name);
    }
  } else if (read_call(file, node, call)) {
    visit_call(context, call);
  }
}

}  // namespace mcpjury
