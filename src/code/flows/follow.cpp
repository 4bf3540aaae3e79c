#include "code/flows/follow.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "code/flows/judge.h"
#include "code/flows/resolve.h"
#include "code/flows/value.h"

namespace mcpjury {
namespace {

using namespace flow;

// Where a value is while it is followed.
struct Place {
  std::string source;  // member of the tool's arguments it comes from; "^.a.b": only what is asked under .a.b
  Shape shape = Shape::kWhole;
  std::uint16_t marks = 0;
  std::string tool;
  std::vector<std::string> path;
};

bool is_test_file(std::string_view path) {
  std::string lower(path);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  lower.insert(0, "/");
  for (const std::string_view part :
       {"/test/", "/tests/", "/__tests__/", ".test.", ".spec.", "/examples/", "/example/", "/fixtures/",
        "_test.go", "/test_", "/__mocks__/", "/testdata/", "/e2e/"}) {
    if (lower.find(part) != std::string::npos) return true;
  }
  return false;
}

int rank(std::string_view confidence) { return confidence == "high" ? 3 : confidence == "medium" ? 2 : 1; }

// The argument's last name: ".options.cwd" gives "cwd".
std::string_view last_name(std::string_view member) {
  const std::size_t dot = member.rfind('.');
  return dot == std::string_view::npos ? member : member.substr(dot + 1);
}

class Follower {
 public:
  explicit Follower(std::vector<FileSummary>& files) : files_(files), resolver_(files) {}

  void run() {
    for (std::uint32_t f = 0; f < files_.size(); ++f) {
      if (is_test_file(files_[f].path)) continue;
      for (const FunctionFlow& flow : files_[f].functions) {
        if (!flow.handler) continue;
        seen_.clear();
        for (const FunctionFlow::Step& step : flow.steps) {
          Place place;
          std::tie(place.shape, place.marks) = read_shape(step.shape);
          place.source = step.member;
          place.tool = flow.tool.empty() ? tool_at(f, flow.line) : flow.tool;
          place.path.push_back(at(f, flow.line) + "arguments");
          take(f, step, std::move(place), 0);
        }
      }
    }
    write();
  }

 private:
  std::string at(std::uint32_t file, std::uint32_t line) const {
    return files_[file].path + ":" + std::to_string(line) + " ";
  }

  // The tool that a registration found elsewhere names for a handler at this line.
  std::string tool_at(std::uint32_t file, std::uint32_t line) const {
    for (const ToolSite& site : files_[file].tools) {
      if ((site.handler_line == line || site.line == line) && site.name.value.is_string()) {
        return std::string(view(site.name.value.get_string()));
      }
    }
    return {};
  }

  void take(std::uint32_t file, const FunctionFlow::Step& step, Place place, int depth) {
    if (++work_ > kMaxFollowWork || depth > kMaxFollow) return;
    for (const std::string& one : step.through) {
      const std::size_t space = one.find(' ');
      place.path.push_back(files_[file].path + ":" + one.substr(0, space) +
                           (space == std::string::npos ? "" : one.substr(space)));
    }
    place.path.push_back(at(file, step.line) + step.symbol);
    if (step.kind == "sink") {
      sink(file, step, place);
      return;
    }
    for (const FunctionAt& callee : resolver_.resolve(file, step)) enter(callee, step, place, depth);
  }

  void enter(const FunctionAt& callee, const FunctionFlow::Step& call, const Place& place, int depth) {
    const FunctionFlow& flow = files_[callee.file].functions[callee.function];
    std::uint32_t parameter = call.argument;
    std::string member = call.argument_member;
    if (member.starts_with(".=")) {  // a keyword
      std::string name = member.substr(2);
      const std::size_t dot = name.find('.');
      member = dot == std::string::npos ? "" : name.substr(dot);
      name.resize(std::min(dot, name.size()));
      const auto found = std::find(flow.parameters.begin(), flow.parameters.end(), name);
      if (found == flow.parameters.end()) return;
      parameter = static_cast<std::uint32_t>(found - flow.parameters.begin());
    }
    for (std::uint32_t i = 0; i < flow.steps.size(); ++i) {
      const FunctionFlow::Step& step = flow.steps[i];
      if (step.parameter != parameter) continue;
      Place next = place;
      FunctionFlow::Step taken = step;
      if (step.member.starts_with(member)) {
        const std::string rest = step.member.substr(member.size());
        if (!rest.empty() && rest[0] != '.') continue;
        if (!further(next.source, rest)) continue;
      } else if (member.starts_with(step.member) && step.kind == "call") {
        taken.argument_member += member.substr(step.member.size());  // handed on as part of an object
      } else {
        continue;
      }
      const auto [shape, marks] = read_shape(step.shape);
      next.shape = std::max(next.shape, shape);
      next.marks |= marks;
      if (next.tool.empty()) next.tool = flow.tool;
      if (!seen_.insert({callee.file, callee.function, i, next.source + shape_text(next.shape, 0)}).second)
        continue;
      take(callee.file, taken, std::move(next), depth + 1);
    }
  }

  // Goes `rest` deeper into the source. False when that leaves the tool's arguments.
  static bool further(std::string& source, const std::string& rest) {
    if (!source.starts_with('^')) {
      if (source.size() < 300) source += rest;
      return true;
    }
    const std::string wanted = source.substr(1);
    if (rest.starts_with(wanted)) {
      source = rest.substr(wanted.size());
      return source.empty() || source[0] == '.';
    }
    if (wanted.starts_with(rest)) {
      source = "^" + wanted.substr(rest.size());
      return true;
    }
    return false;
  }

  void sink(std::uint32_t file, const FunctionFlow::Step& step, const Place& place) {
    if (place.source.starts_with('^') || is_test_file(files_[file].path)) return;
    auto verdict = judge(step.target, step.severity, place.shape, place.marks, last_name(place.source));
    if (!verdict) return;
    if (declared_harmless(place.tool, place.source)) verdict->confidence = "low";
    if (verdict->fact == "sql-statement-from-parameter") any_statement_ = true;
    CodeFact fact;
    fact.fact = verdict->fact;
    fact.severity = verdict->severity;
    fact.confidence = verdict->confidence;
    fact.cwe = step.cwe;
    fact.symbol = step.symbol;
    fact.snippet = step.snippet;
    fact.tool = place.tool;
    fact.line = step.line;
    std::vector<std::string> path = place.path;
    if (place.source.size() > 1)
      path.front().replace(path.front().find(' ') + 1, std::string::npos, place.source.substr(1));
    for (const std::string& one : path) {
      if (fact.source_to_sink.empty() || fact.source_to_sink.back() != one)
        fact.source_to_sink.push_back(one);
    }
    if (fact.source_to_sink.size() > kMaxPathSteps) {
      fact.source_to_sink.erase(fact.source_to_sink.begin() + kMaxPathSteps / 2,
                                fact.source_to_sink.end() - kMaxPathSteps / 2);
    }
    // One sink is one place to mend, and the surest path speaks for it. What runs commands or code is told
    // for each tool: the place to mend is then in the tool, not in the helper that all of them use.
    const bool runs = step.cwe == "CWE-78" || step.cwe == "CWE-95";
    const auto [old, fresh] =
        found_.try_emplace({file, step.line, verdict->fact, runs ? place.tool : ""}, fact);
    if (!fresh && rank(fact.confidence) > rank(old->second.confidence)) old->second = fact;
  }

  // A schema that is only declared: nothing here makes sure of it, but the caller's side usually does.
  bool declared_harmless(const std::string& tool, const std::string& source) {
    if (tool.empty() || source.size() < 2) return false;
    if (schemas_.empty()) {
      schemas_[""] = nullptr;
      for (const FileSummary& file : files_) {
        for (const ToolSite& site : file.tools) note_schema(site);
        for (const Constant& constant : file.constants) {
          for (const ToolSite& site : constant.tools) note_schema(site);
        }
      }
    }
    const auto found = schemas_.find(tool);
    if (found == schemas_.end() || found->second == nullptr) return false;
    const JsonObject* properties = find_object(*found->second, "properties");
    const std::string name =
        source.substr(1, source.find('.', 1) == std::string::npos ? source.npos : source.find('.', 1) - 1);
    const JsonObject* property = properties == nullptr ? nullptr : find_object(*properties, name);
    if (property == nullptr) return false;
    const std::string_view type = find_string(*property, "type");
    return type == "number" || type == "integer" || type == "boolean" || property->contains("enum") ||
           property->contains("const");
  }

  void note_schema(const ToolSite& site) {
    if (!site.name.value.is_string() || !site.input_schema.value.is_object()) return;
    schemas_.emplace(std::string(view(site.name.value.get_string())), &site.input_schema.value.get_object());
  }

  void write() {
    // Where any statement may be sent anyway, a name put into one gives nothing more.
    if (any_statement_) {
      for (auto& [key, fact] : found_) {
        if (fact.fact == "sql-from-parameter") fact.confidence = "low";
      }
    }
    // One argument of one tool is one cause, however many sinks it reaches; the surest speaks for all.
    std::map<std::string, int> surest;
    for (const auto& [key, fact] : found_) {
      int& best = surest[cause_of(std::get<0>(key), fact)];
      best = std::max(best, rank(fact.confidence));
    }
    // A package that ships both its sources and what was compiled from them has each flaw once.
    std::set<std::string> in_typescript;
    for (const auto& [key, fact] : found_) {
      const std::string& path = files_[std::get<0>(key)].path;
      if (path.ends_with(".ts") || path.ends_with(".tsx"))
        in_typescript.insert(base_of(path) + fact.fact + fact.tool);
    }
    for (auto& [key, fact] : found_) {
      FileSummary& file = files_[std::get<0>(key)];
      if (file.path.ends_with("js") && in_typescript.contains(base_of(file.path) + fact.fact + fact.tool))
        continue;
      int& best = surest[cause_of(std::get<0>(key), fact)];
      if (rank(fact.confidence) != best) continue;
      best = 0;
      if (file.facts.size() >= kMaxFactsInFile) {
        file.cut = true;
        continue;
      }
      file.facts.push_back(std::move(fact));
    }
  }

  // Without a known tool, the file of the sink and the place the argument comes in stand for it.
  std::string cause_of(std::uint32_t file, const CodeFact& fact) const {
    const std::string argument = fact.source_to_sink.empty() ? "" : fact.source_to_sink.front();
    if (fact.tool.empty()) return fact.fact + "\n" + files_[file].path + "\n" + argument;
    return fact.fact + "\n\n" + fact.tool + "\n" + argument.substr(argument.find(' ') + 1);
  }

  static std::string base_of(const std::string& path) {
    const std::string stem = stem_of(path);
    return stem.substr(stem.rfind('/') + 1) + "\n";
  }

  std::vector<FileSummary>& files_;
  Resolver resolver_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>> seen_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::string, std::string>, CodeFact> found_;
  std::map<std::string, const JsonObject*> schemas_;  // of the tools as they are registered
  bool any_statement_ = false;
  std::size_t work_ = 0;
};

}  // namespace

void follow_flows(std::vector<FileSummary>& files) { Follower(files).run(); }

}  // namespace mcpjury
