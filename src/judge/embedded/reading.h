// One tool as the embedded judges read it: its texts, their sentences parsed, its parameters and annotations.
//
// Private to the embedded judges. A reading owns its texts; the judges of one panel share one ReadingDesk,
// which reads a tool once and gives the same reading to whoever asks for the same definition next. Whether it
// is the same is decided by comparing all its texts, never by an address. One thread.
//
// What is read is bounded (kMostText, kMostSentences) and linear. Sentences are read one by one, because a
// text that may speak for itself elsewhere ("this tool was audited") must not lower what one of its sentences
// says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/judgement.h"
#include "text/clauses.h"

namespace mcpjury {

inline constexpr std::size_t kMostText = 256 * 1024;
inline constexpr std::size_t kMostSentences = 4'000;

enum class ReadPlace : std::uint8_t {
  kDescription,
  kTitle,
  kParameter,      // what a parameter is said to be
  kParameterName,  // its name as words
  kValue,          // default, example, member of an enum
  kOther,          // members nobody knows; the output schema
};

// What is odd about the characters a sentence was made of.
struct TextMarks {
  bool hidden = false;       // characters nobody sees
  bool private_use = false;  // characters only a private font shows
  bool look_alike = false;   // a letter of another script inside a word
  bool decoded = false;      // found inside base64 or hex
  bool guessed = false;      // after undoing digits for letters, words backwards …: mostly nonsense
};

struct ReadSentence {
  std::string_view text;  // normalised
  ReadPlace place = ReadPlace::kDescription;
  TextMarks marks;
  bool opening = false;  // the first of the description: says what the tool does
  ParsedSentence parsed;
};

struct ReadParameter {
  std::string_view name;
  std::string words;             // of the name, lower case
  std::string_view description;  // as it stands
  std::string_view value;        // its default, when that is a string
  bool text = true;              // may be any string
  bool closed = false;           // enum, const, pattern or a format
  bool required = false;
};

struct ToolReading {
  std::string name_words;
  std::string_view title, description;
  std::vector<ReadParameter> parameters;
  std::optional<bool> read_only, destructive, open_world;
  bool has_schema = false;
  std::vector<const ReadSentence*> sentences;
};

class ReadingDesk {
 public:
  const ToolReading& read(const JudgedUnit& unit);

 private:
  // A text by its place in the key, which the reading owns: the definition may be gone when the next judge
  // asks.
  struct RawText {
    std::size_t begin, size;
    ReadPlace place;
  };
  void gather(const JudgedUnit& unit);
  void schema(const JsonObject& object, int depth, bool output);
  void property(std::string_view name, const Json& value, int depth, bool required, bool output);
  void foreign(const Json& value, ReadPlace place, int depth);
  void add(std::string_view text, ReadPlace place);
  void parse_text(std::string_view text, ReadPlace place);
  void sentences_of(std::string_view text, ReadPlace place, TextMarks marks, bool first);
  void sentence(std::string_view text, ReadPlace place, TextMarks marks, bool opening);

  ToolReading reading_;
  std::vector<RawText> raw_;
  std::string key_, last_key_;
  std::size_t gathered_ = 0;
  std::deque<std::string> kept_;        // normalised and decoded texts
  std::deque<ReadSentence> sentences_;  // grown once, used again for every tool
  std::size_t used_ = 0;
  bool any_ = false;
};

// How much the words of a name and of a purpose have in common with a sentence is asked by several judges.
bool shares_word(std::string_view words, std::string_view with);

}  // namespace mcpjury
