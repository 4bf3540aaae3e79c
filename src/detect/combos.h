// The declarative detectors: signals that must come together inside a sentence, a pair of sentences,
// a field or a subject.
//
// ComboTable is the catalogue's combos indexed by atom; immutable, built once, shared by all threads.
// ComboMatcher holds the scratch of one thread. A field is scanned whole; only where a combo could fire
// are its sentences scanned one by one. The work is linear in the text, and the scratch is that of the
// largest field (Limits::text_bytes, or the names of one subject).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "detect/sink.h"
#include "detect/text_index.h"
#include "text/pattern_set.h"
#include "text/word_table.h"

namespace mcpjury {

class ComboTable {
 public:
  static const ComboTable& instance();
  const PatternSet& patterns(PatternGroup group) const { return *sets_[static_cast<std::size_t>(group)].set; }
  // The catalogue's number of a set's own pattern number.
  std::uint32_t global(PatternGroup group, std::uint32_t local) const {
    return sets_[static_cast<std::size_t>(group)].global[local];
  }
  // Spans of a pattern of prose in a text; empty when it is a list of words.
  std::vector<ByteRange> spans(std::uint32_t pattern, std::string_view text, std::size_t max) const;

  // Sets the atoms that pattern `hit` in a field of this role stands for.
  void set_atoms(std::uint32_t hit, TextRole role, AtomBits& atoms) const {
    for (std::uint16_t atom : atoms_of_pattern_[hit]) {
      if (roles_[atom] & role_bit(role)) atoms.set(atom);
    }
  }

  struct Entry {
    std::uint16_t detector = 0;
    const Combo* combo = nullptr;
    bool tools_only = false;  // a capability is a tool's; a prompt or resource has none
    AtomBits all, none, none_subject;
    std::vector<AtomBits> any;
    AtomBits needed;  // union of all and any: what a quote is made of
  };
  const std::vector<Entry>& entries() const { return entries_; }
  const std::vector<std::uint32_t>& entries_of(std::size_t atom) const { return by_atom_[atom]; }
  // Whether any combo at all can start from this atom.
  const AtomBits& pivots() const { return pivots_; }

 private:
  ComboTable();
  struct GroupSet {
    std::unique_ptr<PatternSet> set;
    std::vector<std::uint32_t> global;
  };
  GroupSet sets_[kPatternGroups];
  std::vector<std::int32_t> prose_local_;
  std::vector<std::vector<std::uint16_t>> atoms_of_pattern_;
  std::vector<RoleMask> roles_;
  std::vector<Entry> entries_;
  std::vector<std::vector<std::uint32_t>> by_atom_;
  AtomBits pivots_;
};

class ComboMatcher {
 public:
  explicit ComboMatcher(const ComboTable& table);

  // Runs the patterns over every field, filling hits and atoms.
  void scan(TextIndex& index);
  // Reports what fires for each subject.
  void match(const TextIndex& index, FindingSink& sink);

 private:
  struct SpanHit {
    std::uint32_t pattern;
    std::size_t end;  // of its first match in the sentence, in the field's text
    std::uint32_t sentence;
  };
  // The sentences of the field at hand.
  struct FieldSpans {
    bool ready = false;
    std::vector<ByteRange> sentences;
    std::vector<AtomBits> bits;
    std::vector<SpanHit> hits;
  };

  void match_subject(const TextIndex& index, const SubjectUnit& subject, FindingSink& sink);
  void match_field(const TextIndex& index, const SubjectUnit& subject, const Field& field, FindingSink& sink);
  void match_sentences(const TextIndex& index, const SubjectUnit& subject, const Field& field,
                       const ComboTable::Entry& entry, FindingSink& sink);
  void report_field(const TextIndex& index, const SubjectUnit& subject, const Field& field,
                    const ComboTable::Entry& entry, FindingSink& sink);
  void report_subject(const TextIndex& index, const SubjectUnit& subject, const ComboTable::Entry& entry,
                      FindingSink& sink);
  ByteRange decisive_words(const Field& field, std::size_t first, std::size_t end,
                           const ComboTable::Entry& entry) const;
  void split(const TextIndex& index, const Field& field);
  void scan_text(std::string_view text, bool names, std::vector<PatternHit>& hits);

  const ComboTable& table_;
  PatternScanner prose_, names_;
  WordScanner words_;
  FieldSpans spans_;
  std::vector<PatternHit> found_;
  // For each combo the subject for which it was last looked at, the subject some field of which may
  // hold it, and the field in which it was last tried: a combo can start from several atoms.
  std::vector<std::uint64_t> seen_, open_, tried_;
  std::uint64_t turn_ = 0, subject_turn_ = 0;
};

}  // namespace mcpjury
