#include "scan/batch_worker.h"

#include <fmt/format.h>

#include <memory>

#include "base/canonical_json.h"
#include "observe/files/tool_list.h"
#include "scan/compare_servers.h"
#include "scan/raw_member.h"

namespace mcpjury {
namespace {

// Most lines fit and then touch no allocator; it also stays in the cache.
constexpr std::size_t kFirstRoom = 512u << 10;
constexpr std::string_view kBlank = " \t\r\n";

// Of a line that could not be parsed, hence checked on its own.
std::string_view id_of_bad_line(std::string_view line) {
  const std::string_view id = raw_member(line, "id");
  // A byte-order mark is skipped by the reader, but would not be JSON inside the answer.
  if (id.empty() || id.starts_with("\xEF\xBB\xBF")) return "null";
  JsonReadOptions reading;
  reading.note_duplicate_keys = false;
  return parse_json(id, "id", reading).ok() ? id : "null";
}

// The reader says ":1:14: reason" of a text without a name; a line of a batch has columns only.
Error without_line(const Error& error) {
  constexpr std::string_view kPrefix = ":1:";
  if (!error.message.starts_with(kPrefix)) return error;
  return {error.code, "column " + error.message.substr(kPrefix.size())};
}

// Nothing wrong with the run as a whole: product.md's "nothing to grade", for this line.
int code_of_bad_line(const Error& error) { return error.code == ErrorCode::kLimit ? 4 : 3; }

}  // namespace

void append_error_line(std::string& out, std::string_view id_json, std::uint64_t line, const Error& error) {
  out += "{\"id\":";
  out += id_json;
  out += fmt::format(",\"line\":{},\"error\":{{\"code\":\"{}\",\"message\":", line, name_of(error.code));
  append_json_string(out, error.message);
  out += "}}\n";
}

BatchWorker::BatchWorker(const ScanOptions& options, const ExitPolicy& policy, const RenderOptions& rendering)
    : options_(options),
      policy_(policy),
      rendering_(rendering),
      first_room_(kFirstRoom),
      room_(first_room_.data(), first_room_.size()),
      detective_(options.limits) {
  report_.evidence.observed_at = options.observed_at;
  reset_facets_for_tool_list(report_.evidence);
  if (options.deep) jury_ = embedded_jury();
}

// Nothing may point into room_ when it is released.
void BatchWorker::forget() {
  FacetRecord& definition = report_.evidence.facet(Facet::kDefinition);
  std::destroy_at(&definition.data);
  std::construct_at(&definition.data);
  definition.state = FacetState::kNotLooked;
  report_.surface = Surface();
  report_.evidence.limits.clear();
  report_.evidence.notes.clear();
  room_.release();
}

int BatchWorker::judge_line(std::string_view line, std::uint64_t number, std::string& out) {
  forget();
  JsonReadOptions reading;
  reading.max_depth = options_.limits.json_depth;
  reading.note_duplicate_keys = false;
  reading.storage = &room_;
  auto document = parse_json(line, "", reading);
  if (!document) {
    append_error_line(out, id_of_bad_line(line), number, without_line(document.error()));
    return code_of_bad_line(document.error());
  }
  std::string spelled;  // only for a key written with escapes, which the raw scan does not know
  std::string_view id = "null";
  if (const Json* value = find(document->value, "id")) {
    id = raw_member(line, "id");
    if (id.empty()) id = spelled = canonical_json(*value);
  }
  if (auto taken = definition_from(std::move(document->value), report_.evidence, options_.limits); !taken) {
    append_error_line(out, id, number, taken.error());
    return code_of_bad_line(taken.error());
  }
  if (options_.together != nullptr) {
    report_.evidence.facet(Facet::kFingerprints) = {};
    recall_neighbours(nullptr, options_.together, ServersTogether::key_of(number, report_.evidence),
                      report_.evidence);
  }
  if (jury_) deliberate(report_.evidence, *jury_, options_.limits);
  judge_in_place(report_, options_, detective_);
  append_batch_line(out, report_, id, rendering_);
  if (out.back() != '\n') out += '\n';
  return exit_code(report_, policy_);
}

int BatchWorker::process(const LineChunk& chunk, std::string& out) {
  if (chunk.overlong) {
    const Error error{ErrorCode::kLimit,
                      fmt::format("longer than the limit of {} MiB", options_.limits.batch_line_bytes >> 20)};
    append_error_line(out, id_of_bad_line(chunk.text), chunk.first_line, error);
    return code_of_bad_line(error);
  }
  int code = 0;
  std::uint64_t number = chunk.first_line;
  for (std::string_view rest = chunk.text; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    const std::size_t last = line.find_last_not_of(kBlank);
    if (last == std::string_view::npos) continue;
    code = worse_exit_code(code, judge_line(line.substr(0, last + 1), number, out));
  }
  return code;
}

}  // namespace mcpjury
