// Every string of a server, gathered once: where it stands, what role it has, which patterns occur.
//
// A subject is a tool, prompt, resource, template or the server itself. Each subject has fields (a
// description, all parameter names together, …); a field is made of pieces, one for each string.
// Lives for one server; the storage is reused for the next. Views point into the evidence or the
// arena. Not thread safe: one per thread.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "catalog/catalog.h"
#include "model/evidence.h"
#include "model/surface.h"
#include "text/normal_view.h"
#include "text/pattern_set.h"

namespace mcpjury {

inline constexpr std::size_t kMaxAtoms = 1024;
using AtomBits = std::bitset<kMaxAtoms>;

// A step of a JSON pointer; rendered only when something is found there.
struct PathNode {
  std::int32_t parent = -1;
  std::int32_t index = -1;  // of an array element
  std::string_view key;     // of an object member
};

struct Piece {
  std::uint32_t begin = 0;  // in the field's text
  std::uint32_t path = 0;
  std::string_view raw;  // the string as it stands in the evidence
};

enum class ViewKind : std::uint8_t { kRaw, kNormal, kDecoded };

// Stands after each string of a joined field, so that no word runs into the next string.
inline constexpr std::string_view kPieceSeparator = " ; ";

struct Field {
  TextRole role = TextRole::kDescription;
  ViewKind view = ViewKind::kRaw;
  bool split_names = false;  // the text is names turned into words
  std::string_view text;     // what was scanned
  std::uint32_t first_piece = 0, pieces = 0;
  std::uint32_t first_hit = 0, hits = 0;  // patterns that occur, in TextIndex::hits
  std::uint32_t extra = 0;                // index of its NormalView or DecodedBlob

  // Whether the text is many strings in a row; a decoded blob is the text of one of them.
  bool joined() const { return pieces > 1 && view != ViewKind::kDecoded; }
};

struct PropertyInfo {
  std::string_view name;
  const JsonObject* schema = nullptr;
  std::uint32_t path = 0;
  std::uint8_t depth = 0;  // 0: top level
  bool output = false;
  bool required = false;
};

struct SubjectUnit {
  SubjectType type = SubjectType::kServer;
  std::int32_t index = -1;
  std::string_view name;
  std::uint32_t path = 0;
  std::uint32_t first_field = 0, fields = 0;
  std::uint32_t first_property = 0, properties = 0;
  bool any_hit = false;
  AtomBits atoms;
};

// Text that lives as long as the index, in blocks that never move.
class TextArena {
 public:
  std::string_view copy(std::string_view text);
  void clear();

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_ = 0, used_ = 0;
  std::vector<std::size_t> sizes_;
};

class TextIndex {
 public:
  void clear();

  std::vector<SubjectUnit> subjects;
  std::vector<Field> fields;
  std::vector<Piece> pieces;
  std::vector<PropertyInfo> properties;
  std::vector<PathNode> paths;
  std::vector<PatternHit> hits;
  std::vector<NormalView> normal_views;
  std::vector<DecodedBlob> blobs;
  TextArena arena;
  bool visits_exhausted = false;  // a schema was larger than the limit
  std::uint32_t exhausted_path = 0;

  // The subject of tool i; tools come first, in order.
  const SubjectUnit& tool(std::size_t i) const { return subjects[i]; }
  // Of the place itself, or of the nearest place above it whose pointer has at most 1 KiB: keys are the
  // server's to choose, and every finding repeats them.
  std::string pointer(std::uint32_t path) const;
  std::uint32_t child(std::uint32_t parent, std::string_view key);
  std::uint32_t child(std::uint32_t parent, std::size_t index);

  // The piece that holds byte `offset` of a field's text, whatever view the text is.
  const Piece& piece_at(const Field& field, std::size_t offset) const;
};

// Appends what a pattern would not see in a field's text as it stands, as fields of their own.
void add_views(TextIndex& index, std::size_t field);

// Fills subjects, fields, pieces, properties; scans nothing.
void gather(const Surface& surface, const JsonObject& definition, const Limits& limits, TextIndex& index);

}  // namespace mcpjury
