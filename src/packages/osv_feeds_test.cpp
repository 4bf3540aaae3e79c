// The real feeds, where the machine has them: every record is read, every event can be compared, and what was
// read by hand in some records comes out.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <string>

#include "base/test_data.h"
#include "packages/cvss.h"
#include "packages/osv.h"

namespace mcpjury {
namespace {

// The records of a zip, one a line; the project's own zip reader is in another module.
std::string lines_of_zip(const std::string& path) {
  static constexpr const char* kScript =
      "import sys,zipfile\n"
      "z=zipfile.ZipFile(sys.argv[1])\n"
      "for n in z.namelist():\n"
      " if n.endswith('.json'): sys.stdout.buffer.write(z.read(n).replace(b'\\n',b' ')+b'\\n')\n";
  std::string out;
  const std::string command = "python3 -c \"" + std::string(kScript) + "\" '" + path + "'";
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[65536];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, got);
  ::pclose(pipe);
  return out;
}

using Feed = std::map<std::string, OsvRecord>;

Feed read_feed(const std::string& name) {
  Feed out;
  const auto path = test::data_path("osv/" + name);
  if (!std::filesystem::exists(path)) {
    std::cout << "data absent: osv/" << name << "\n";
    return out;
  }
  for (const auto& line : test::lines_of(lines_of_zip(path.string()))) {
    const auto parsed = parse_json(line, name, {});
    EXPECT_TRUE(parsed.ok()) << line.substr(0, 80);
    if (!parsed.ok()) continue;
    auto record = read_osv(parsed->value);
    EXPECT_TRUE(record.ok()) << line.substr(0, 80);
    if (record.ok()) out.emplace(record->id, std::move(*record));
  }
  std::cout << name << ": " << out.size() << " records\n";
  return out;
}

struct Counts {
  std::size_t starts = 0, ends = 0;
  std::size_t unknown = 0;  // the event is no version of the ecosystem ("2019-09-12")
  std::size_t empty = 0;    // affected nowhere, not even where the range starts: it ends there too
  std::size_t still = 0;  // affected where one range ends, because another one or the list holds that version
};

void count_events(const OsvRecord& record, Counts& counts) {
  for (const auto& affected : record.affected) {
    for (const auto& range : affected.ranges) {
      if (range.type == "GIT") continue;
      for (const auto& event : range.events) {
        const bool start = event.type == OsvEvent::Type::kIntroduced;
        if (start && event.version == "0") continue;
        const Affected found = is_affected(record, affected.ecosystem, affected.name, event.version);
        ++(start ? counts.starts : counts.ends);
        if (found == Affected::kUnknown) ++counts.unknown;
        if (start && found == Affected::kNo) ++counts.empty;
        if (event.type == OsvEvent::Type::kFixed && found == Affected::kYes) ++counts.still;
      }
    }
  }
}

struct Pair {
  const char *id, *name, *version;
  Affected affected;
  const char* fixed;
};

void check_pairs(const Feed& feed, const char* ecosystem, const std::vector<Pair>& pairs) {
  for (const auto& pair : pairs) {
    const auto found = feed.find(pair.id);
    ASSERT_NE(found, feed.end()) << pair.id;
    std::string fixed;
    EXPECT_EQ(is_affected(found->second, ecosystem, pair.name, pair.version, &fixed), pair.affected)
        << pair.id << " " << pair.version;
    EXPECT_EQ(fixed, pair.fixed) << pair.id << " " << pair.version;
  }
}

TEST(OsvFeeds, GoIsReadAndMatched) {
  const Feed feed = read_feed("Go.zip");
  if (feed.empty()) return;
  Counts counts;
  for (const auto& [id, record] : feed) {
    if (record.withdrawn.empty()) count_events(record, counts);
  }
  EXPECT_GT(counts.starts, 1000u);
  EXPECT_GT(counts.ends, 1000u);
  EXPECT_EQ(counts.unknown, 0u);
  EXPECT_EQ(counts.empty, 0u);
  EXPECT_LE(counts.still * 100, counts.ends);
  constexpr Affected kYes = Affected::kYes, kNo = Affected::kNo;
  check_pairs(feed, "Go",
              {{"GO-2021-0113", "golang.org/x/text", "v0.3.6", kYes, "0.3.7"},
               {"GO-2021-0113", "golang.org/x/text", "v0.3.7", kNo, ""},
               {"GO-2022-0969", "stdlib", "go1.18.5", kYes, "1.18.6"},
               {"GO-2022-0969", "stdlib", "go1.18.6", kNo, ""},
               {"GO-2022-0969", "stdlib", "go1.19rc1", kYes, "1.19.1"},
               {"GO-2022-0969", "stdlib", "1.19.1", kNo, ""},
               {"GO-2022-0969", "golang.org/x/net", "v0.0.0-20220826154423-83b083e8dc8b", kYes,
                "0.0.0-20220906165146-f3363e06e74c"},
               {"GO-2022-0969", "golang.org/x/net", "v0.1.0", kNo, ""},
               {"GO-2021-0052", "github.com/gin-gonic/gin", "v1.7.6", kYes, "1.7.7"},
               {"GO-2021-0052", "github.com/gin-gonic/gin", "v1.7.7", kNo, ""},
               {"GO-2020-0017", "github.com/dgrijalva/jwt-go", "v3.2.0+incompatible", kYes, ""},
               {"GO-2020-0017", "github.com/dgrijalva/jwt-go/v4", "v4.0.0-preview1", kNo, ""},
               {"GO-2026-5495", "github.com/mattermost/mattermost-server", "v11.3.2+incompatible", kYes,
                "11.3.3+incompatible"},
               {"GO-2026-5495", "github.com/mattermost/mattermost-server", "v11.3.3+incompatible", kNo, ""},
               {"GO-2026-5495", "github.com/mattermost/mattermost-server/v5", "v5.39.3", kYes, ""}});
}

TEST(OsvFeeds, PypiIsReadAndMatched) {
  const Feed feed = read_feed("PyPI.zip");
  if (feed.empty()) return;
  std::size_t listed = 0, vectors = 0;
  Counts counts;
  for (const auto& [id, record] : feed) {
    for (const auto& vector : record.cvss_vectors) {
      EXPECT_TRUE(cvss_score(vector)) << id << " " << vector;
      ++vectors;
    }
    if (!record.withdrawn.empty()) continue;
    count_events(record, counts);
    for (const auto& affected : record.affected) {
      if (affected.versions.empty()) continue;
      const auto& version = affected.versions.back();
      EXPECT_EQ(is_affected(record, "PyPI", affected.name, version), Affected::kYes) << id << " " << version;
      ++listed;
    }
  }
  EXPECT_GT(listed, 1000u);
  EXPECT_GT(vectors, 50u);
  EXPECT_GT(counts.ends, 1000u);
  EXPECT_LE(counts.unknown, 2u);
  EXPECT_EQ(counts.empty, 0u);
  EXPECT_LE(counts.still * 20, counts.ends);
  constexpr Affected kYes = Affected::kYes, kNo = Affected::kNo;
  check_pairs(feed, "PyPI",
              {{"PYSEC-2021-368", "Zope", "4.6.2", kYes, "4.6.3"},
               {"PYSEC-2021-368", "Zope", "4.6.3", kNo, ""},
               {"PYSEC-2021-368", "zope", "5.2.1", kYes, "5.3"},
               {"PYSEC-2021-368", "zope", "5.3", kNo, ""},
               {"PYSEC-2009-4", "Django", "1.0.3", kYes, "1.0.4"},
               {"PYSEC-2009-4", "django", "1.0.4", kNo, ""},
               {"PYSEC-2009-4", "django", "1.1.0", kYes, "1.1.1"},
               {"PYSEC-2010-12", "django", "1.1.4", kNo, ""},
               {"PYSEC-2010-12", "django", "1.2.1", kYes, "1.2.2"},
               {"PYSEC-2023-72", "pyspark", "3.2.1", kYes, "3.2.2"},  // ranges that adjoin
               {"PYSEC-2023-73", "redis", "4.5.0", kNo, ""}});        // withdrawn
}

}  // namespace
}  // namespace mcpjury
