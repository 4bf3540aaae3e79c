#include "detect/combos.h"

#include <algorithm>
#include <cassert>

#include "base/utf8.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

bool any_of(std::span<const std::uint16_t> atoms, const AtomBits& bits) {
  return std::any_of(atoms.begin(), atoms.end(), [&](std::uint16_t atom) { return bits.test(atom); });
}

bool holds(const Combo& combo, const AtomBits& bits) {
  return std::all_of(combo.all.begin(), combo.all.end(),
                     [&](std::uint16_t atom) { return bits.test(atom); }) &&
         std::all_of(combo.any.begin(), combo.any.end(),
                     [&](std::span<const std::uint16_t> group) { return any_of(group, bits); });
}

// What a quote is made of: the atoms of `all` and `any`.
AtomBits needed_by(const Combo& combo) {
  AtomBits bits;
  for (std::uint16_t atom : combo.all) bits.set(atom);
  for (std::span<const std::uint16_t> group : combo.any) {
    for (std::uint16_t atom : group) bits.set(atom);
  }
  return bits;
}

// A combo is looked at from its first atom, or from each of its first group.
std::span<const std::uint16_t> starts_of(const Combo& combo) {
  return combo.all.empty() ? combo.any.front() : combo.all.first(1);
}

// Turns the lengths of lists, each at the index after its own, into where they begin.
void add_up(std::vector<std::uint32_t>& counts) {
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

// At most this many bytes around the decisive words are quoted when the sentence is longer.
constexpr std::size_t kQuoteBytes = 240;
// How far before its end the beginning of a match is looked for.
constexpr std::size_t kMatchBytes = 4 * kQuoteBytes;

std::string_view quote_around(std::string_view text, ByteRange sentence, ByteRange words) {
  std::size_t begin = sentence.begin, end = sentence.end;
  if (end - begin > kQuoteBytes) {
    const std::size_t length = std::min(words.end - words.begin, kQuoteBytes);
    const std::size_t margin = (kQuoteBytes - length) / 2;
    begin = words.begin > sentence.begin + margin ? words.begin - margin : sentence.begin;
    end = std::min(sentence.end, begin + kQuoteBytes);
    begin = char_edge(text, begin);
    end = char_edge(text, end);
  }
  while (begin < end && static_cast<unsigned char>(text[begin]) <= ' ') ++begin;
  while (end > begin && static_cast<unsigned char>(text[end - 1]) <= ' ') --end;
  return text.substr(begin, end - begin);
}

// Words in prose that a detector is not sure of.
bool is_doubtful(const ComboTable::Entry& entry, const FindingSink::Extra& extra) {
  return entry.combo->confidence == Confidence::kMedium && !entry.combo->firm && extra.in_description_only &&
         !extra.from_hidden_view && catalog().detectors[entry.detector].kind == Kind::kMalice;
}

}  // namespace

const ComboTable& ComboTable::instance() {
  static const ComboTable kTable;
  return kTable;
}

ComboTable::ComboTable() : catalog_(catalog()) {
  assert(catalog_.atoms.size() <= kMaxAtoms);
  load_sets();
  first_atom_.assign(catalog_.signals.size() + 1, 0);
  atoms_.resize(catalog_.atoms.size());
  for (const Atom& atom : catalog_.atoms) ++first_atom_[atom.signal + 1u];
  add_up(first_atom_);
  std::vector<std::uint32_t> next = first_atom_;
  for (std::size_t i = 0; i < catalog_.atoms.size(); ++i) {
    atoms_[next[catalog_.atoms[i].signal]++] = static_cast<std::uint16_t>(i);
  }
  index_combos();
}

void ComboTable::load_sets() {
  prose_local_.assign(catalog_.patterns.size(), -1);
  for (std::size_t group = 0; group < kPatternGroups; ++group) {
    std::vector<PatternSource> sources;
    sources.reserve(catalog_.patterns.size());
    sets_[group].global.reserve(catalog_.patterns.size());
    for (std::size_t i = 0; i < catalog_.patterns.size(); ++i) {
      const PatternEntry& pattern = catalog_.patterns[i];
      if (pattern.word_list || (pattern.groups & (1u << group)) == 0) continue;
      if (group == static_cast<std::size_t>(PatternGroup::kProse)) {
        prose_local_[i] = static_cast<std::int32_t>(sources.size());
      }
      sets_[group].global.push_back(static_cast<std::uint32_t>(i));
      sources.push_back({pattern.expression, pattern.case_sensitive, pattern.utf8});
    }
    assert(PatternSet::key(sources) == catalog_.pattern_keys[group]);
    Result<std::unique_ptr<PatternSet>> set =
        PatternSet::load(std::move(sources), catalog_.pattern_databases[group], catalog_.pattern_keys[group]);
    assert(set.ok());
    sets_[group].set = std::move(*set);
  }
}

void ComboTable::index_combos() {
  first_start_.assign(catalog_.atoms.size() + 1, 0);
  for (std::size_t d = 0; d < catalog_.detectors.size(); ++d) {
    const Detector& detector = catalog_.detectors[d];
    for (const Combo& combo : detector.combos) {
      entries_.push_back({&combo, static_cast<std::uint16_t>(d), detector.kind == Kind::kCapability});
      for (std::uint16_t atom : starts_of(combo)) {
        ++first_start_[atom + 1u];
        pivots_.set(atom);
      }
    }
  }
  assert(entries_.size() <= UINT16_MAX);
  add_up(first_start_);
  starts_.resize(first_start_.back());
  std::vector<std::uint32_t> next = first_start_;
  for (std::size_t id = 0; id < entries_.size(); ++id) {
    for (std::uint16_t atom : starts_of(*entries_[id].combo)) {
      starts_[next[atom]++] = static_cast<std::uint16_t>(id);
    }
  }
}

std::vector<ByteRange> ComboTable::spans(std::uint32_t pattern, std::string_view text,
                                         std::size_t max) const {
  const std::int32_t local = prose_local_[pattern];
  if (local < 0) return {};
  return patterns(PatternGroup::kProse).spans(static_cast<std::uint32_t>(local), text, max);
}

ComboMatcher::ComboMatcher(const ComboTable& table)
    : table_(table),
      prose_(table.patterns(PatternGroup::kProse)),
      names_(table.patterns(PatternGroup::kNames), prose_),
      words_(catalog().words, catalog().patterns.size()),
      seen_(table.entries().size()),
      open_(table.entries().size()),
      tried_(table.entries().size()) {}

void ComboMatcher::scan_text(std::string_view text, bool names, std::vector<PatternHit>& hits) {
  ScanMemo& memo = names ? names_memo_ : prose_memo_;
  if (memo.recall(text, hits)) return;
  const std::size_t before = hits.size();
  const PatternGroup group = names ? PatternGroup::kNames : PatternGroup::kProse;
  (names ? names_ : prose_).scan(text, hits);
  for (std::size_t i = before; i < hits.size(); ++i) hits[i].pattern = table_.global(group, hits[i].pattern);
  words_.scan(text, hits);
  // Sorted, so that nothing depends on the order the engine reports in.
  std::sort(hits.begin() + static_cast<std::ptrdiff_t>(before), hits.end(),
            [](const PatternHit& a, const PatternHit& b) { return a.pattern < b.pattern; });
  memo.remember(text, hits, before);
}

void ComboMatcher::scan(TextIndex& index) {
  prose_memo_.clear();  // the texts of the last server are gone
  names_memo_.clear();
  for (SubjectUnit& subject : index.subjects) {
    for (std::uint32_t i = subject.first_field; i < subject.first_field + subject.fields; ++i) {
      Field& field = index.fields[i];
      field.first_hit = static_cast<std::uint32_t>(index.hits.size());
      scan_text(field.text, field.split_names, index.hits);
      field.hits = static_cast<std::uint32_t>(index.hits.size()) - field.first_hit;
      for (std::uint32_t h = field.first_hit; h < field.first_hit + field.hits; ++h) {
        table_.set_atoms(index.hits[h].pattern, field.role, subject.atoms);
      }
      subject.any_hit = subject.any_hit || field.hits > 0;
    }
  }
}

void ComboMatcher::match(const TextIndex& index, FindingSink& sink) {
  for (const SubjectUnit& subject : index.subjects) {
    if (subject.any_hit) match_subject(index, subject, sink);
  }
}

void ComboMatcher::match_subject(const TextIndex& index, const SubjectUnit& subject, FindingSink& sink) {
  const std::uint64_t turn = subject_turn_ = ++turn_;
  bool any_open = false;
  const AtomBits starts = subject.atoms & table_.pivots();
  for (std::size_t atom = starts._Find_first(); atom < kMaxAtoms; atom = starts._Find_next(atom)) {
    for (const std::uint16_t id : table_.entries_of(atom)) {
      if (seen_[id] == turn) continue;
      seen_[id] = turn;
      const ComboTable::Entry& entry = table_.entries()[id];
      if (entry.tools_only && subject.type != SubjectType::kTool) continue;
      if (!holds(*entry.combo, subject.atoms)) continue;
      if (any_of(entry.combo->none_subject, subject.atoms)) continue;
      if (entry.combo->scope != Scope::kSubject) {
        open_[id] = turn;
        any_open = true;
      } else if (!any_of(entry.combo->none, subject.atoms)) {
        report_subject(index, subject, entry, sink);
      }
    }
  }
  if (!any_open) return;
  for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
    if (index.fields[f].hits > 0) match_field(index, subject, index.fields[f], sink);
  }
}

void ComboMatcher::match_field(const TextIndex& index, const SubjectUnit& subject, const Field& field,
                               FindingSink& sink) {
  AtomBits bits;
  for (std::uint32_t h = field.first_hit; h < field.first_hit + field.hits; ++h) {
    table_.set_atoms(index.hits[h].pattern, field.role, bits);
  }
  const std::uint64_t turn = ++turn_;
  spans_.ready = false;
  const AtomBits starts = bits & table_.pivots();
  for (std::size_t atom = starts._Find_first(); atom < kMaxAtoms; atom = starts._Find_next(atom)) {
    for (const std::uint16_t id : table_.entries_of(atom)) {
      if (open_[id] != subject_turn_ || tried_[id] == turn) continue;
      tried_[id] = turn;
      const ComboTable::Entry& entry = table_.entries()[id];
      if (entry.combo->hidden_view_only && field.view != ViewKind::kDecoded) continue;
      if (!holds(*entry.combo, bits)) continue;
      if (entry.combo->scope != Scope::kField) {
        match_sentences(index, subject, field, entry, sink);
      } else if (!any_of(entry.combo->none, bits)) {
        report_field(index, subject, field, entry, sink);
      }
    }
  }
}

// Each sentence is scanned on its own: which patterns stand in it, and where the first match ends. The
// strings of a joined field are its sentences.
void ComboMatcher::split(const TextIndex& index, const Field& field) {
  spans_.ready = true;
  spans_.hits.clear();
  spans_.sentences.clear();
  if (!field.joined()) {
    spans_.sentences = split_sentences(field.text);
  } else if (field.view == ViewKind::kRaw) {
    for (std::uint32_t p = 0; p < field.pieces; ++p) {
      const std::size_t begin = index.pieces[field.first_piece + p].begin;
      const std::size_t end =
          p + 1 < field.pieces ? index.pieces[field.first_piece + p + 1].begin : field.text.size();
      spans_.sentences.push_back({begin, end});
    }
  } else {
    // The pieces are measured in the original; a normalised text keeps the separators.
    for (std::size_t begin = 0; begin < field.text.size();) {
      const std::size_t found = field.text.find(kPieceSeparator, begin);
      const std::size_t end =
          found == std::string_view::npos ? field.text.size() : found + kPieceSeparator.size();
      spans_.sentences.push_back({begin, end});
      begin = end;
    }
  }
  if (spans_.sentences.empty()) spans_.sentences.push_back({0, field.text.size()});
  spans_.bits.assign(spans_.sentences.size(), AtomBits());
  for (std::uint32_t i = 0; i < spans_.sentences.size(); ++i) {
    const ByteRange& sentence = spans_.sentences[i];
    found_.clear();
    scan_text(field.text.substr(sentence.begin, sentence.end - sentence.begin), field.split_names, found_);
    for (const PatternHit& hit : found_) {
      spans_.hits.push_back({hit.pattern, sentence.begin + hit.end, i});
      table_.set_atoms(hit.pattern, field.role, spans_.bits[i]);
    }
  }
}

void ComboMatcher::match_sentences(const TextIndex& index, const SubjectUnit& subject, const Field& field,
                                   const ComboTable::Entry& entry, FindingSink& sink) {
  if (!spans_.ready) split(index, field);
  const std::size_t count = spans_.sentences.size();
  const std::size_t width = entry.combo->scope == Scope::kPair && !field.joined() ? 2 : 1;
  const std::size_t last = width >= count ? 0 : count - width;
  for (std::size_t first = 0; first <= last; ++first) {
    AtomBits bits;
    const std::size_t end = std::min(count, first + width);
    for (std::size_t s = first; s < end; ++s) bits |= spans_.bits[s];
    if (!holds(*entry.combo, bits) || any_of(entry.combo->none, bits)) continue;
    const ByteRange around{spans_.sentences[first].begin, spans_.sentences[end - 1].end};
    const ByteRange words = decisive_words(field, first, end, entry);
    const Piece& piece = index.piece_at(field, field.joined() ? around.begin : words.begin);
    FindingSink::Extra extra;
    extra.in_description_only = !field.split_names;
    extra.from_hidden_view = field.view != ViewKind::kRaw;
    extra.doubtful = is_doubtful(entry, extra);
    sink.add(entry.detector, subject, piece.path,
             field.split_names ? piece.raw : quote_around(field.text, around, words), entry.combo->confidence,
             extra);
    return;
  }
}

// The words of sentences [first, end) that made the combo hold, up to where the last of them ends. A
// scan does not say where a match begins; RE2 is asked only when the text is too long to quote whole.
ByteRange ComboMatcher::decisive_words(const Field& field, std::size_t first, std::size_t end,
                                       const ComboTable::Entry& entry) const {
  const ByteRange around{spans_.sentences[first].begin, spans_.sentences[end - 1].end};
  ByteRange words{around.end, around.begin};
  const AtomBits needed = needed_by(*entry.combo);
  const auto from =
      std::lower_bound(spans_.hits.begin(), spans_.hits.end(), first,
                       [](const SpanHit& hit, std::size_t sentence) { return hit.sentence < sentence; });
  for (auto hit = from; hit != spans_.hits.end() && hit->sentence < end; ++hit) {
    if (!table_.stands_for(hit->pattern, field.role, needed)) continue;
    std::size_t begin = hit->end > 0 ? hit->end - 1 : 0;
    if (around.end - around.begin > kQuoteBytes) {
      std::size_t window = spans_.sentences[hit->sentence].begin;
      if (hit->end - window > kMatchBytes) window = char_edge(field.text, hit->end - kMatchBytes);
      const auto ranges = table_.spans(hit->pattern, field.text.substr(window, hit->end - window), 1);
      if (!ranges.empty()) begin = window + ranges.front().begin;
    }
    words.begin = std::min(words.begin, begin);
    words.end = std::max(words.end, hit->end);
  }
  return words.end > words.begin ? words : spans_.sentences[first];
}

// A combo over the whole field may rest on a pattern that crosses sentences.
void ComboMatcher::report_field(const TextIndex& index, const SubjectUnit& subject, const Field& field,
                                const ComboTable::Entry& entry, FindingSink& sink) {
  const AtomBits needed = needed_by(*entry.combo);
  std::size_t end = 0;
  for (std::uint32_t h = field.first_hit; h < field.first_hit + field.hits; ++h) {
    if (table_.stands_for(index.hits[h].pattern, field.role, needed)) {
      end = std::max<std::size_t>(end, index.hits[h].end);
    }
  }
  const std::size_t at = end > 0 ? end - 1 : 0;
  FindingSink::Extra extra;
  extra.in_description_only = !field.split_names;
  extra.from_hidden_view = field.view != ViewKind::kRaw;
  extra.doubtful = is_doubtful(entry, extra);
  sink.add(entry.detector, subject, index.piece_at(field, at).path,
           quote_around(field.text, {0, field.text.size()}, {at, end}), entry.combo->confidence, extra);
}

void ComboMatcher::report_subject(const TextIndex& index, const SubjectUnit& subject,
                                  const ComboTable::Entry& entry, FindingSink& sink) {
  // Quote the first name or schema word that takes part; prose only when there is nothing else.
  const AtomBits needed = needed_by(*entry.combo);
  const Field* best = nullptr;
  std::size_t match_end = 0;
  bool in_prose_only = true;
  for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
    const Field& field = index.fields[f];
    for (std::uint32_t h = field.first_hit; h < field.first_hit + field.hits; ++h) {
      if (!table_.stands_for(index.hits[h].pattern, field.role, needed)) continue;
      const bool named = field.split_names || field.role == TextRole::kSchemaValue;
      if (!best || (named && in_prose_only)) {
        best = &field;
        match_end = index.hits[h].end;
      }
      in_prose_only = in_prose_only && !named;
    }
  }
  if (!best) return;
  // Joined names end with a separator, which a pattern may take in: step back to the word itself.
  std::size_t at = match_end > 0 ? match_end - 1 : 0;
  while (at > 0 && (best->text[at] == ';' || best->text[at] == ' ')) --at;
  const ByteRange words{at, match_end};
  const Piece& piece = index.piece_at(*best, at);
  FindingSink::Extra extra;
  extra.in_description_only = in_prose_only;
  extra.from_hidden_view = best->view != ViewKind::kRaw;
  extra.doubtful = is_doubtful(entry, extra);
  std::string_view quote = piece.raw;
  if (!best->split_names) {
    ByteRange around{0, best->text.size()};
    if (!best->joined()) {
      for (const ByteRange& sentence : split_sentences(best->text)) {
        if (words.begin >= sentence.begin && words.begin < sentence.end) around = sentence;
      }
      quote = quote_around(best->text, around, words);
    }
  }
  sink.add(entry.detector, subject, piece.path, quote, entry.combo->confidence, extra);
}

}  // namespace mcpjury
