// The readers of what a model's server answers: total, bounded, and an answer is either a text or a fault.
#include <string>

#include "check.h"
#include "judge/llm/conversation.h"
#include "judge/llm/private_text.h"
#include "judge/llm/wire.h"
#include "judge/rubric.h"

using namespace mcpjury;

namespace {

void check_family(ModelFamily family, std::string_view body) {
  const WireAnswer answer = read_wire_answer(family, body);
  fuzz::check(!answer.fault.empty() || !answer.text.empty(), "a text or a fault");
  fuzz::check(answer.tokens_in <= 30'000'000 && answer.tokens_out <= 10'000'000, "counts are bounded");
  const std::string_view object = answer_object(answer.text);
  fuzz::check(object.size() <= answer.text.size(), "a part of the text");
  if (const auto read = read_answer(object); read.ok()) {
    for (const RubricAnswer& each : read->answers) {
      fuzz::check(each.vector.size() == 19, "a whole vector");
      fuzz::check(each.reason.size() <= 300, "a short reason");
    }
  }
  Dialect dialect;
  std::string left_out;
  int learned = 0;
  while (learn(dialect, family, body, left_out)) {
    fuzz::check(!left_out.empty(), "what is left out has a name");
    fuzz::check(++learned <= 8, "a dialect is learned in a few steps");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  check_family(ModelFamily::kOpenAi, text);
  check_family(ModelFamily::kAnthropic, text);
  // Also as what the model wrote.
  (void)read_answer(answer_object(text));
  fuzz::check(retry_after_seconds(text, 0) >= -1, "seconds or nothing");
  PrivateWords words;
  words.home = "/home/alice";
  words.user = "alice";
  words.hosts = {"box.corp.lan"};
  const std::string clean = without_private(text, words);
  fuzz::check(clean.size() <= 16 * text.size() + 64, "bounded growth");
  fuzz::check(without_private(" box.corp.lan /home/alice/x " + std::string(text), words)
                  .starts_with(" [internal-host] ~/"),
              "what came before changes nothing");
  return 0;
}
