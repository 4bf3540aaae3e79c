// Every function that reads raw text: escapers, views, hidden characters, sentences, blobs, secrets.
// Offsets stay inside the text and in order; what is written is valid UTF-8.
#include "base/utf8.h"

#include <string>

#include "base/escape.h"
#include "base/redact.h"
#include "check.h"
#include "text/normal_view.h"
#include "text/tokens.h"
#include "text/unicode_facts.h"

using namespace mcpjury;

namespace {

void check_escapers(std::string_view text) {
  for (auto escape :
       {escape_terminal, escape_html, escape_csv, escape_markdown, escape_ci_data, escape_ci_property}) {
    fuzz::check(is_valid_utf8(escape(text)), "an escaper writes UTF-8");
  }
  for (const char c : escape_terminal(text)) {
    fuzz::check(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "no control reaches a terminal");
  }
  for (const char c : escape_html(text))
    fuzz::check(c != '<' && c != '"' && c != '\'', "no HTML mark is left");
  fuzz::check(is_valid_utf8(clip(text, 20)), "clip cuts on a character edge");
}

void check_views(std::string_view text) {
  const NormalView view = make_normal_view(text);
  fuzz::check(is_valid_utf8(view.text), "a view is UTF-8");
  const std::size_t step = view.text.size() / 64 + 1;
  for (std::size_t at = 0; at < view.text.size(); at += step) {
    const ByteRange range = view.original(at, at + 1);
    fuzz::check(range.begin <= range.end && range.end <= text.size(), "a view maps back into the text");
  }
  if (!view.text.empty()) {
    fuzz::check(view.original(0, view.text.size()).end <= text.size(), "the whole view maps back");
  }
  needs_normal_view(text);
  for (const DecodedBlob& blob : decode_blobs(text)) {
    fuzz::check(blob.original.begin < blob.original.end && blob.original.end <= text.size(),
                "a blob stands in the text");
    fuzz::check(is_valid_utf8(blob.text), "a decoded blob is UTF-8");
  }
}

void check_ranges(std::string_view text) {
  std::size_t end = 0;
  for (const HiddenChars& run : find_hidden(text)) {
    fuzz::check(run.begin >= end && run.begin < run.end && run.end <= text.size(),
                "hidden runs are in order");
    fuzz::check(run.count > 0, "a hidden run counts");
    fuzz::check(is_valid_utf8(decode_hidden_message(text.substr(run.begin, run.end - run.begin))),
                "message is UTF-8");
    end = run.end;
  }
  end = 0;
  for (const ByteRange& sentence : split_sentences(text)) {
    fuzz::check(sentence.begin == end && sentence.end > sentence.begin, "sentences leave no gap");
    end = sentence.end;
  }
  fuzz::check(end == text.size(), "sentences cover the text");
  end = 0;
  for (const SecretHit& hit : find_secrets(text)) {
    fuzz::check(hit.begin >= end && hit.begin < hit.end && hit.end <= text.size(), "secrets are in order");
    end = hit.end;
  }
  redact(text);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  check_escapers(text);
  // What comes from JSON is valid UTF-8; the functions below are only ever given that.
  if (!is_valid_utf8(text)) return 0;
  check_views(text);
  check_ranges(text);
  fuzz::check(split_name(text).size() <= 64, "names have at most 64 words");
  const std::string_view half = text.substr(0, char_edge(text, text.size() / 2));
  fuzz::check(edit_distance(text, half, 3) == edit_distance(half, text, 3), "distance is symmetric");
  if (size < 512) name_facts(text);
  return 0;
}
