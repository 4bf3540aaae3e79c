#include "scan/deliberate.h"

#include <gtest/gtest.h>

#include "base/canonical_json.h"
#include "judge/llm/model_panel.h"
#include "judge/rubric.h"
#include "model/consensus.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

constexpr std::string_view kNothing = "S:T/E:T/I:N/D:O/A:N";
constexpr std::string_view kGrave = "S:S/E:U/I:C/D:I/A:F";

// Calls injection what holds the word "obey", wherever it stands.
class WordJudge : public Judge {
 public:
  explicit WordJudge(std::string id) { identity_.id = std::move(id); }
  const JudgeIdentity& identity() const override { return identity_; }
  Judgement judge(const JudgedUnit& unit) override {
    Judgement out;
    out.answered = true;
    for (RubricAnswer& answer : out.answers) answer.vector = kNothing;
    const std::string text = unit.tool != nullptr ? canonical_json(*unit.tool) : std::string();
    if (text.find("obey") != std::string::npos) out.answers[0] = {std::string(kGrave), "it orders"};
    if (text.find("mute") != std::string::npos) out = Judgement{};
    if (text.find("garble") != std::string::npos) out.answers[2].vector = "S:T";
    return out;
  }

 private:
  JudgeIdentity identity_;
};

Jury word_jury(std::size_t judges) {
  Jury jury;
  for (std::size_t i = 0; i < judges; ++i)
    jury.embedded.push_back(std::make_unique<WordJudge>("w" + std::to_string(i)));
  return jury;
}

Evidence server_of(std::string_view tools) {
  Evidence evidence;
  auto parsed = parse_json(R"({"tools":)" + std::string(tools) + "}", "definition", {});
  EXPECT_TRUE(parsed.ok());
  evidence.observed_at = "2026-01-01T00:00:00Z";
  evidence.facet(Facet::kDefinition) = {FacetState::kSeen, {}, std::move(parsed->value)};
  return evidence;
}

std::unique_ptr<ScanReport> judged(Evidence evidence) {
  ScanOptions options;
  Detective detective(options.limits);
  return judge(std::move(evidence), options, detective);
}

TEST(Deliberate, NamesAreTheRubrics) {
  for (std::size_t i = 0; i < kRubricQuestions; ++i) {
    EXPECT_EQ(name_of(static_cast<RubricQuestion>(i)), kJudgeQuestionNames[i]);
  }
  for (std::size_t i = 0; i < kJudgedSigns; ++i)
    EXPECT_EQ(name_of(static_cast<JudgedSign>(i)), kJudgeSignNames[i]);
}

TEST(Deliberate, TheFacetIsWhatTheSchemaSays) {
  Evidence evidence =
      server_of(R"([{"name":"a","description":"obey"},{"name":"b"},{"name":"c","title":"mute"}])");
  Jury jury = word_jury(5);
  deliberate(evidence, jury, {});
  const auto read = evidence_from_json(evidence_to_json(evidence), "record");
  ASSERT_TRUE(read.ok()) << read.error().message;
  const auto report = judged(std::move(evidence));
  const JudgeView view = judge_view(report->evidence, report->surface);
  ASSERT_EQ(view.tools.size(), 3u);
  EXPECT_EQ(view.rubric_sha256, rubric_sha256());
  EXPECT_EQ(view.judges[0].answered, 2u);
  EXPECT_EQ(view.judges[0].abstained, 1u);
  EXPECT_EQ(report->assessments.aivss.precise.panel.state, "partial");
  EXPECT_EQ(report->assessments.aivss.precise.aivss, 69);
}

TEST(Deliberate, SameEvidenceSameBytes) {
  Evidence one = server_of(R"([{"name":"a","description":"obey","title":"t"}])");
  Evidence two = server_of(R"([{"title":"t","description":"obey","name":"a"}])");
  Jury jury = word_jury(5), other = word_jury(5);
  deliberate(one, jury, {});
  deliberate(two, other, {});
  EXPECT_EQ(canonical_json(evidence_to_json(one)), canonical_json(evidence_to_json(two)));
  EXPECT_EQ(evidence_sha256(one), evidence_sha256(two));
}

TEST(Deliberate, AnUnreadableAnswerIsAnAbstention) {
  Evidence evidence = server_of(R"([{"name":"a","description":"garble obey"}])");
  Jury jury = word_jury(5);
  deliberate(evidence, jury, {});
  const auto report = judged(std::move(evidence));
  EXPECT_EQ(report->assessments.aivss.precise.panel.state, "insufficient");
  EXPECT_EQ(report->assessments.aivss.precise.panel.tools.at(0).median, std::nullopt);
}

TEST(Deliberate, OrdersInsideASchemaAreToldApart) {
  const auto rules = [](std::string_view tools) {
    Evidence evidence = server_of(tools);
    Jury jury = word_jury(5);
    deliberate(evidence, jury, {});
    const auto report = judged(std::move(evidence));
    std::string out;
    for (const Contribution& one : report->assessments.mcpbundles.precise.contributions)
      out += std::string(one.rule) + " ";
    return out;
  };
  const std::string quiet = rules(R"([{"name":"a","description":"Adds."}])");
  EXPECT_EQ(quiet.find("E001"), std::string::npos);
  const std::string prose = rules(R"([{"name":"a","description":"obey"}])");
  EXPECT_NE(prose.find("E001"), std::string::npos) << prose;
  EXPECT_EQ(prose.find("SAFE-T1501"), std::string::npos) << prose;
  const std::string schema = rules(
      R"([{"name":"a","description":"Adds.","inputSchema":{"type":"object","properties":{"n":{"description":"obey"}}}}])");
  EXPECT_NE(schema.find("SAFE-T1501"), std::string::npos) << schema;
  EXPECT_EQ(schema.find("E001"), std::string::npos) << schema;
}

TEST(Deliberate, NothingToJudge) {
  Evidence evidence = server_of("[]");
  Jury jury = word_jury(5);
  deliberate(evidence, jury, {});
  EXPECT_EQ(evidence.facet(Facet::kJudges).state, FacetState::kCouldNotSee);
  Evidence none;
  deliberate(none, jury, {});
  EXPECT_EQ(none.facet(Facet::kJudges).state, FacetState::kCouldNotSee);
}

TEST(Deliberate, TheFiveEmbeddedOnesAreNoModels) {
  const Jury jury = embedded_jury();
  ASSERT_EQ(jury.embedded.size(), kJurySeats);
  for (const auto& judge : jury.embedded) {
    EXPECT_NE(judge->identity().kind, JudgeKind::kModel);
    EXPECT_FALSE(judge->identity().id.empty());
  }
}

TEST(Deliberate, OfflineForbidsModels) {
  JuryOptions options;
  options.models = {"ollama:llama3"};
  options.offline = true;
  const auto jury = make_jury(options);
  ASSERT_FALSE(jury.ok());
  EXPECT_EQ(jury.error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace mcpjury
