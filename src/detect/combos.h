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
#include <span>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "detect/sink.h"
#include "detect/text_index.h"
#include "text/pattern_set.h"
#include "text/scan_memo.h"
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

  // The atoms of the signal that a pattern belongs to.
  std::span<const std::uint16_t> atoms_of(std::uint32_t pattern) const {
    const std::uint16_t signal = catalog_.patterns[pattern].signal;
    return {atoms_.data() + first_atom_[signal], atoms_.data() + first_atom_[signal + 1u]};
  }
  // Sets the atoms that pattern `hit` in a field of this role stands for.
  void set_atoms(std::uint32_t hit, TextRole role, AtomBits& atoms) const {
    for (std::uint16_t atom : atoms_of(hit)) {
      if (catalog_.atoms[atom].roles & role_bit(role)) atoms.set(atom);
    }
  }
  // Whether one of them is among `wanted`.
  bool stands_for(std::uint32_t hit, TextRole role, const AtomBits& wanted) const {
    for (std::uint16_t atom : atoms_of(hit)) {
      if ((catalog_.atoms[atom].roles & role_bit(role)) && wanted.test(atom)) return true;
    }
    return false;
  }

  struct Entry {
    const Combo* combo = nullptr;
    std::uint16_t detector = 0;
    bool tools_only = false;  // a capability is a tool's; a prompt or resource has none
  };
  const std::vector<Entry>& entries() const { return entries_; }
  // The combos that can start from this atom.
  std::span<const std::uint16_t> entries_of(std::size_t atom) const {
    return {starts_.data() + first_start_[atom], starts_.data() + first_start_[atom + 1]};
  }
  // The atoms any combo at all can start from.
  const AtomBits& pivots() const { return pivots_; }

 private:
  ComboTable();
  struct GroupSet {
    std::unique_ptr<PatternSet> set;
    std::vector<std::uint32_t> global;
  };
  void load_sets();
  void index_combos();

  const Catalog& catalog_;
  GroupSet sets_[kPatternGroups];
  std::vector<std::int32_t> prose_local_;
  // Lists of lists in two vectors each: list i is [first[i], first[i + 1]).
  std::vector<std::uint32_t> first_atom_, first_start_;
  std::vector<std::uint16_t> atoms_, starts_;
  std::vector<Entry> entries_;
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
  ScanMemo prose_memo_, names_memo_;
  FieldSpans spans_;
  std::vector<PatternHit> found_;
  // For each combo the subject for which it was last looked at, the subject some field of which may
  // hold it, and the field in which it was last tried: a combo can start from several atoms.
  std::vector<std::uint64_t> seen_, open_, tried_;
  std::uint64_t turn_ = 0, subject_turn_ = 0;
};

}  // namespace mcpjury
