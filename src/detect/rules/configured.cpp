// What a client's configuration says of a server before it is started: where its code comes from, which
// secrets stand in the file, what runs without asking, which other file names the same server.
#include <fmt/format.h>

#include <string>

#include "base/ascii.h"
#include "detect/rules/entry_help.h"
#include "detect/rules/facet_help.h"
#include "detect/rules/subject_help.h"
#include "detect/uri_facts.h"
#include "detect/url_parts.h"

namespace mcpjury {
namespace {

struct Said {
  std::string_view place = {}, quote = {}, detail = {};
  Confidence confidence = Confidence::kHigh;
  std::optional<Severity> severity = {};
};

class Configured {
 public:
  Configured(const DetectInput& input, FindingSink& sink, const JsonObject& data)
      : input_(input), sink_(sink), data_(data), report_(input, sink, Facet::kTransport) {}

  void read() {
    if (const JsonObject* package = find_object(data_, "package")) read_package(*package);
    read_secrets();
    read_approval();
    read_command();
    read_address();
    read_same_names();
  }

 private:
  void add(std::uint16_t detector, const Said& said) {
    const SubjectUnit& server = server_subject(input_.text);
    const std::string pointer = report_.pointer(fmt::format("/configured{}", said.place));
    sink_.add(detector, server, server.path, said.quote, said.confidence,
              {.detail = said.detail, .pointer = pointer, .severity = said.severity});
  }

  static bool is_version_tag(std::string_view tag) {
    return !tag.empty() && tag.find_first_of("0123456789") != std::string_view::npos;
  }

  void read_package(const JsonObject& package) {
    static const std::uint16_t kUnpinned = detector_index("unpinned-start-package");
    static const std::uint16_t kAddress = detector_index("package-from-address");
    static const std::uint16_t kMissing = detector_index("package-not-in-registry");
    const std::string_view source = find_string(package, "source"), name = find_string(package, "name");
    const std::string_view range = find_string(package, "range"),
                           ecosystem = find_string(package, "ecosystem");
    if (find_flag(package, "in_registry") == false)
      add(kMissing, {.place = "/package", .quote = name, .detail = name});
    if (!find_flag(package, "fetched").value_or(false) || find_flag(package, "pinned").value_or(false))
      return;
    if (source == "git" || source == "url") {
      const std::string_view address = find_string(package, "address");
      return add(kAddress, {.place = "/package", .quote = address, .detail = address});
    }
    if (name.empty()) return;
    const std::string asked =
        range.empty() ? fmt::format("{} without a version", name) : fmt::format("{} as {}", name, range);
    // A tag of an image can be moved, but that of a release seldom is.
    const bool tagged = ecosystem == "docker" && is_version_tag(range);
    add(kUnpinned, {.place = "/package",
                    .quote = asked,
                    .detail = asked,
                    .confidence = tagged ? Confidence::kLow : Confidence::kHigh});
  }

  void read_secrets() {
    const JsonArray* secrets = find_array(data_, "secrets");
    if (secrets == nullptr) return;
    static const std::uint16_t kSecret = detector_index("secret-in-configuration");
    EntryReporter report(input_, sink_, Facet::kTransport, "configured/secrets");
    // A file of a project is shared with everybody who has the project.
    const bool shared = find_string(data_, "scope") == "project";
    for (std::size_t i = 0; i < secrets->size(); ++i) {
      const JsonObject* entry = (*secrets)[i].if_object();
      if (entry == nullptr) continue;
      const std::string_view name = find_string(*entry, "name"), where = find_string(*entry, "where");
      const std::string detail =
          fmt::format("{} in {}{}{}", find_string(*entry, "kind"),
                      where == "environment" ? "the environment" : "the " + std::string(where),
                      name.empty() ? "" : " ", name);
      report.about_server(kSecret, i,
                          {.quote = find_string(*entry, "tag"),
                           .detail = detail,
                           .confidence = stated_confidence(*entry, Confidence::kMedium),
                           .severity = shared ? Severity::kHigh : Severity::kMedium});
    }
  }

  void read_approval() {
    const JsonObject* approval = find_object(data_, "auto_approve");
    if (approval == nullptr) return;
    static const std::uint16_t kApproves = detector_index("tools-run-without-asking");
    if (find_flag(*approval, "all").value_or(false))
      return add(kApproves, {.place = "/auto_approve/all", .detail = "every tool of this server"});
    const JsonArray* tools = find_array(*approval, "tools");
    if (tools == nullptr || tools->empty()) return;
    std::string names;
    for (std::size_t i = 0; i < tools->size() && i < 5; ++i) {
      if ((*tools)[i].is_string())
        names += (names.empty() ? "" : ", ") + std::string(view((*tools)[i].get_string()));
    }
    if (tools->size() > 5) names += fmt::format(" and {} more", tools->size() - 5);
    add(kApproves,
        {.place = "/auto_approve/tools", .quote = names, .detail = names, .severity = Severity::kLow});
  }

  void read_command() {
    const JsonArray* behaviours = find_array(data_, "behaviours");
    if (behaviours == nullptr) return;
    static const std::uint16_t kRuns = detector_index("start-command-runs-download");
    for (std::size_t i = 0; i < behaviours->size(); ++i) {
      const std::string_view word = (*behaviours)[i].is_string() ? view((*behaviours)[i].get_string()) : "";
      if (word != "runs_fetched" && word != "runs_decoded") continue;
      const std::string place = fmt::format("/behaviours/{}", i);
      return add(kRuns, {.place = place,
                         .detail = word == "runs_fetched" ? "downloads something and runs it"
                                                          : "decodes a hidden text and runs it"});
    }
  }

  void read_address() {
    const std::string_view url = find_string(data_, "url");
    if (url.size() < 7 || !ascii::equal_ignoring_case(url.substr(0, 7), "http://")) return;
    static const std::uint16_t kPlain = detector_index("plain-http-endpoint");
    const bool here = host_kind(url_parts(url).host) != HostKind::kPublic;
    add(kPlain, {.place = "/url", .quote = url, .confidence = here ? Confidence::kLow : Confidence::kHigh});
  }

  void read_same_names() {
    const JsonArray* others = find_array(data_, "same_name");
    if (others == nullptr) return;
    static const std::uint16_t kSame = detector_index("same-name-other-server");
    const JsonObject* told = nullptr;
    std::size_t at = 0;
    bool meets = false;
    for (std::size_t i = 0; i < others->size() && !meets; ++i) {
      const JsonObject* other = (*others)[i].if_object();
      if (other == nullptr) continue;
      meets = find_flag(*other, "same_client").value_or(false);
      if (told != nullptr && !meets) continue;
      told = other;
      at = i;
    }
    if (told == nullptr) return;
    const std::string place = fmt::format("/same_name/{}", at);
    const std::string detail =
        fmt::format("\"{}\" is another server in {}", find_string(data_, "name"), find_string(*told, "file"));
    // In files of different clients the two never meet; a user may still take one for the other.
    add(kSame, {.place = place,
                .quote = find_string(*told, "file"),
                .detail = detail,
                .confidence = meets ? Confidence::kMedium : Confidence::kLow});
  }

  const DetectInput& input_;
  FindingSink& sink_;
  const JsonObject& data_;
  FacetReporter report_;
};

}  // namespace

void detect_configured(const DetectInput& input, FindingSink& sink) {
  const JsonObject* transport = facet_data(input.evidence, Facet::kTransport);
  const JsonObject* configured = transport == nullptr ? nullptr : find_object(*transport, "configured");
  if (configured != nullptr) Configured(input, sink, *configured).read();
}

}  // namespace mcpjury
