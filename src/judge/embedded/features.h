// What the trained judges look at in a sentence, as numbers of buckets. Private to the embedded judges and to
// the trainer, which must see exactly the same. Pure; linear in the sentence.
#pragma once

#include <cstdint>
#include <vector>

#include "judge/embedded/reading.h"

namespace mcpjury {

inline constexpr std::uint32_t kFeatureBits = 16;
inline constexpr std::uint32_t kFeatureBuckets = 1u << kFeatureBits;

using FeatureList = std::vector<std::uint16_t>;  // each bucket once

// Runs of three to five characters inside and across words.
void character_features(const ReadSentence& sentence, const ToolReading& reading, FeatureList& out);
// Words by their beginnings, and what follows what when every word is replaced by its meaning.
void sequence_features(const ReadSentence& sentence, const ToolReading& reading, FeatureList& out);
// Meanings, acts with their mood and who is to do them, kinds of tokens, and all pairs of these.
void concept_features(const ReadSentence& sentence, const ToolReading& reading, FeatureList& out);

// Who is addressed, moods, negations and small words in their order; no word that carries a topic.
void grammar_features(const ReadSentence& sentence, const ToolReading& reading, FeatureList& out);
// Things, addresses and names by whether the tool's name or a parameter accounts for them, with what is done
// to them.
void contract_features(const ReadSentence& sentence, const ToolReading& reading, FeatureList& out);

}  // namespace mcpjury
