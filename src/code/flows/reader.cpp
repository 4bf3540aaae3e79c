#include "code/flows/reader.h"

#include <algorithm>

namespace mcpjury::flow {
namespace {

constexpr int kMaxOnDemand = 8;
constexpr std::size_t kMaxCleared = 64;

bool number_type(std::string_view type, bool python) {
  while (!type.empty() && (type.front() == ':' || type.front() == ' ')) type.remove_prefix(1);
  if (python) {
    if (type.starts_with("Annotated[")) type.remove_prefix(10);
    if (type.starts_with("Optional[")) type.remove_prefix(9);
    return type.starts_with("int") || type.starts_with("float") || type.starts_with("bool") ||
           type.starts_with("Literal[") || type.starts_with("typing.Literal[") ||
           type.starts_with("datetime") || type.starts_with("list[int") || type.starts_with("List[int") ||
           type.starts_with("UUID");
  }
  return type.starts_with("number") || type.starts_with("boolean") || type.starts_with("int") ||
         type.starts_with("float") || type == "bool" || type.starts_with("uint") ||
         type.starts_with("context.") || type.starts_with("Date");
}

}  // namespace

const FunctionResult& FileReader::read(std::uint32_t function) {
  FunctionResult& result = results[function];
  if (result.state != FunctionResult::kUnread || nesting > kMaxOnDemand) return result;
  result.state = FunctionResult::kReading;
  ++nesting;
  FunctionResult fresh;
  Frame frame(*this, function, fresh);
  frame.run();
  --nesting;
  fresh.state = FunctionResult::kRead;
  results[function] = std::move(fresh);
  return results[function];
}

void Frame::run() {
  const Function& function = reader_.program.functions[function_];
  for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    if (parameter.pattern == kNone || number_type(parameter.type, reader_.python())) continue;
    Value whole;
    whole.taints.push_back({i, "", Shape::kWhole, 0, nullptr});
    if (reader_.go()) {  // a typed input: what its numbers hold is harmless
      std::string_view type = parameter.type;
      while (type.starts_with('*')) type.remove_prefix(1);
      for (const Class& made : reader_.program.classes) {
        if (made.name != type) continue;
        for (const auto& [name, typed] : made.typed) {
          if (number_type(typed, false)) whole.set(name, Value{});
        }
      }
    }
    bind(parameter.pattern, whole);
  }
  if (function.body != kNone) block(function.body);
  for (const Value& value : returns_) result_.returned = joined(std::move(result_.returned), value);
  for (const Cleared& one : cleared_) {
    if (result_.clears.size() < 16) result_.clears.push_back(one);
  }
}

void Frame::block(BlockId id) {
  if (id == kNone || depth_ > kMaxValueDepth) return;
  ++depth_;
  for (const Statement& one : reader_.program.blocks[id].statements) {
    if (spent()) break;
    statement(one);
  }
  --depth_;
}

bool Frame::leaves(BlockId id, int depth) const {
  if (id == kNone || depth > 20) return false;
  const std::vector<Statement>& all = reader_.program.blocks[id].statements;
  if (all.empty()) return false;
  const Statement& last = all.back();
  if (last.act == Act::kReturn || last.act == Act::kThrow || last.act == Act::kLeave) return true;
  if (last.act == Act::kDo && last.value != kNone && reader_.program.at(last.value).op == Op::kCall) {
    // process.exit(), sys.exit(), log.Fatal(): also an end
    const Expr& callee = reader_.program.at(reader_.program.at(last.value).operands[0]);
    return callee.text == "exit" || callee.text == "Fatal" || callee.text == "Fatalf" ||
           callee.text == "fail";
  }
  if (last.act == Act::kIf) {
    return last.arms.back().labels.empty() &&
           std::all_of(last.arms.begin(), last.arms.end(),
                       [&](const Arm& arm) { return leaves(arm.block, depth + 1); });
  }
  return false;
}

void Frame::statement(const Statement& statement) {
  switch (statement.act) {
    case Act::kDo:
    case Act::kThrow:
      if (statement.value != kNone) value(statement.value);
      break;
    case Act::kLet: {
      Value given = value(statement.value);
      given.origin = statement.value;
      bind(statement.target, given);
      break;
    }
    case Act::kReturn:
      if (statement.value != kNone) returns_.push_back(value(statement.value));
      if (returns_.size() > 16) returns_.resize(16);
      break;
    case Act::kLeave:
      break;
    case Act::kIf:
      if_of(statement);
      break;
    case Act::kSwitch:
      switch_of(statement);
      break;
    case Act::kLoop: {
      const Value over = value(statement.value);
      ++branch_;
      bind(statement.target, over, true);
      for (const Arm& arm : statement.arms) block(arm.block);
      --branch_;
      break;
    }
    case Act::kBlocks:
      // What try{} has checked holds after it; what a catch{} checks does not.
      for (std::size_t i = 0; i < statement.arms.size(); ++i) {
        const std::size_t before = cleared_.size();
        if (i > 0) ++branch_;
        block(statement.arms[i].block);
        if (i > 0) {
          --branch_;
          cleared_.resize(std::min(before, cleared_.size()));
        }
      }
      break;
  }
}

void Frame::if_of(const Statement& statement) {
  const std::size_t outside = cleared_.size();
  std::vector<Cleared> after;  // holds once every arm so far has been left
  bool all_left = true;
  std::vector<Cleared> not_taken;
  for (const Arm& arm : statement.arms) {
    cleared_.insert(cleared_.end(), not_taken.begin(), not_taken.end());
    const std::size_t inside = cleared_.size();
    std::string tool = tool_;
    if (!arm.labels.empty()) {
      value(arm.labels[0]);
      guard(arm.labels[0], true, cleared_);
      const Expr& condition = reader_.program.at(arm.labels[0]);
      if (condition.op == Op::kCompare && condition.text == "==") {
        with_tool(condition.operands[0], {condition.operands[1]}, tool);
      }
    }
    if (cleared_.size() > inside + kMaxCleared) cleared_.resize(inside + kMaxCleared);
    std::swap(tool, tool_);
    ++branch_;
    block(arm.block);
    --branch_;
    std::swap(tool, tool_);
    cleared_.resize(outside);
    not_taken.clear();
    if (!arm.labels.empty()) {
      all_left = all_left && leaves(arm.block);
      guard(arm.labels[0], false, not_taken);
      if (all_left) after.insert(after.end(), not_taken.begin(), not_taken.end());
    }
  }
  if (after.size() > kMaxCleared) after.resize(kMaxCleared);
  cleared_.insert(cleared_.end(), after.begin(), after.end());
}

// The tool whose code stands under `case "name":` when what is compared is a tool's name.
void Frame::with_tool(ExprId subject, const std::vector<ExprId>& labels, std::string& tool) {
  const Expr& expr = reader_.program.at(subject);
  std::string word = expr.text;
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  if (word != "name" && word != "toolname" && word != "tool_name" && word != "tool") return;
  for (const ExprId label : labels) {
    if (const auto text = reader_.names.text(label); text && text->size() < 128) {
      tool = *text;
      return;
    }
  }
}

void Frame::switch_of(const Statement& statement) {
  const Value subject = value(statement.value);
  std::vector<ExprId> labels;
  for (const Arm& arm : statement.arms) {
    labels.insert(labels.end(), arm.labels.begin(), arm.labels.end());
    if (arm.block != kNone && reader_.program.blocks[arm.block].statements.empty())
      continue;  // falls through
    const std::size_t before = cleared_.size();
    if (!arm.labels.empty()) clear(subject, 0, cleared_);
    std::string tool = tool_;
    with_tool(statement.value, labels, tool);
    std::swap(tool, tool_);
    ++branch_;
    block(arm.block);
    --branch_;
    std::swap(tool, tool_);
    cleared_.resize(std::min(before, cleared_.size()));
    labels.clear();
  }
}

void Frame::assign(const std::string& name, Value given, const Expr& at) {
  for (Taint& taint : given.taints) {
    const std::uint32_t length = taint.trail ? taint.trail->length : 0;
    if (length < 8 && (!taint.trail || taint.trail->line != at.line)) {
      taint.trail = std::make_shared<Trail>(Trail{at.line, name, taint.trail, length + 1});
    }
  }
  const auto found = names_.find(name);
  if (found != names_.end() && branch_ > found->second.second) {
    found->second.first = joined(std::move(given), found->second.first);
    return;
  }
  names_[name] = {std::move(given), branch_};
}

void Frame::bind(ExprId target, const Value& given, bool each) {
  if (target == kNone || ++depth_ > kMaxValueDepth) return;
  const Expr& to = reader_.program.at(target);
  if (each && !given.entries && given.fields && to.op != Op::kList) {
    // One element of a list whose elements are known.
    Value any;
    any.taints = given.taints;
    if (given.list) {
      for (const auto& [key, inner] : *given.fields) any = joined(std::move(any), inner);
    } else {
      any.fields = given.fields;
    }
    --depth_;
    return bind(target, any);
  }
  if (to.op == Op::kName) {
    assign(to.text, given, to);
  } else if (to.op == Op::kSpread) {
    bind(to.operands[0], given);
  } else if (to.op == Op::kObject) {
    for (std::size_t i = 0; i < to.operands.size(); ++i) {
      if (to.names[i] == "...") {
        bind(to.operands[i], given);
      } else {
        bind(to.operands[i], member(given, to.names[i], to));
      }
    }
  } else if (to.op == Op::kList) {
    for (std::size_t i = 0; i < to.operands.size(); ++i) {
      if (given.entries && i == 0) {
        bind(to.operands[i], Value{});
      } else if (given.entries) {
        Value plain = given;
        plain.entries = false;
        bind(to.operands[i], plain, true);
      } else if (const Value* known = given.member(std::to_string(i))) {
        bind(to.operands[i], *known);
      } else {
        Value rest;
        rest.taints = given.taints;
        bind(to.operands[i], rest);
      }
    }
  } else if (to.op == Op::kMember || to.op == Op::kIndex) {
    const Expr& object = reader_.program.at(to.operands[0]);
    if (object.op == Op::kName && object.text != "this" && object.text != "self") {
      const auto found = names_.find(object.text);
      Value holder = found == names_.end() ? Value{} : found->second.first;
      std::string key = to.text;
      if (to.op == Op::kIndex) key = reader_.names.text(to.operands[1]).value_or("*");
      holder.set(key, given);
      names_[object.text] = {std::move(holder), found == names_.end() ? branch_ : found->second.second};
    }
  }
  --depth_;
}

}  // namespace mcpjury::flow
