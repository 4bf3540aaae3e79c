// A judge that scores every sentence with one table of weights and answers by the worst. Private to the
// embedded judges.
#pragma once

#include <string>

#include "judge/embedded/judges.h"
#include "judge/embedded/opinion.h"
#include "judge/embedded/signs.h"

namespace mcpjury {

struct TrainedManner {
  const char* id;
  void (*features)(const ReadSentence& sentence, const ToolReading& reading, FeatureList& out);
  std::int32_t caution, risky, dangerous;  // thousandths of a logit
  const char* reason;
  // Points counted by rules of hand beside the weights; null: none. From `enough` on, or when sure, they are
  // risky.
  Points (*points)(const ReadSentence& sentence, const ToolReading& reading) = nullptr;
  int enough = 0;
};

class TrainedJudge : public Judge {
 public:
  TrainedJudge(SharedDesk desk, TrainedTable table, std::string_view version, TrainedManner manner);
  const JudgeIdentity& identity() const override { return identity_; }
  Judgement judge(const JudgedUnit& unit) override;

 private:
  SharedDesk desk_;
  TrainedTable table_;
  TrainedManner manner_;
  JudgeIdentity identity_;
  FeatureList features_;
};

}  // namespace mcpjury
