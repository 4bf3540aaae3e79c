#include "model/place_of.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(PlaceOf, TakesWhatWasRecordedWhenTheFileWasRead) {
  Evidence evidence;
  evidence.places.file = "tools.json";
  evidence.places.lines = {{"/tools/0", 4}};
  const Place place = place_of(evidence, "/tools/0/description");
  EXPECT_EQ(place.file, "tools.json");
  EXPECT_EQ(place.line, 4u);
}

TEST(PlaceOf, PartsMayComeFromOtherFiles) {
  Evidence evidence;
  evidence.places.lines = {{"/facets/definition/data/tools/1", 40}};
  evidence.places.files = {{"/facets/definition/data/tools/1", "src/git.ts"}};
  const Place place = place_of(evidence, "/facets/definition/data/tools/1/description");
  EXPECT_EQ(place.file, "src/git.ts");
  EXPECT_EQ(place.line, 40u);
  EXPECT_EQ(place_of(evidence, "/facets/definition/data/tools/2").line, 0u);
}

TEST(PlaceOf, AnEntryOfAFacetSaysItsOwnFile) {
  Evidence evidence;
  evidence.facet(Facet::kSource) = {
      FacetState::kSeen,
      {},
      JsonObject{{"facts", JsonArray{JsonObject{
                               {"fact", "tls-check-off"}, {"file", "a.py"}, {"line", std::uint64_t{7}}}}}}};
  const Place place = place_of(evidence, "/facets/source/data/facts/0/fact");
  EXPECT_EQ(place.file, "a.py");
  EXPECT_EQ(place.line, 7u);
  EXPECT_TRUE(place_of(evidence, "/facets/source/data/facts/9").file.empty());
  EXPECT_TRUE(place_of(evidence, "/facets/nonsense").file.empty());
}

TEST(PlaceOf, LinesOutOfReasonAreNone) {
  Evidence evidence;
  evidence.facet(Facet::kSource) = {
      FacetState::kSeen, {}, JsonObject{{"facts", JsonArray{JsonObject{{"file", "a.py"}, {"line", -3}}}}}};
  EXPECT_EQ(place_of(evidence, "/facets/source/data/facts/0").line, 0u);
}

}  // namespace
}  // namespace mcpjury
