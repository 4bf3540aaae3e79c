// A hash table from short texts to entries that is built in one go and only read afterwards.
//
// Keys lie in one block of memory, slots are open-addressed and at most half full; building ten thousand
// entries takes a fraction of a millisecond, because the lexicon is built in every run of the program. Not
// thread safe while it is built, thread safe afterwards.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

template <class Entry>
class WordIndex {
 public:
  // Room for so many entries without growing.
  explicit WordIndex(std::size_t expected) {
    std::size_t slots = 64;
    while (slots < expected * 2) slots *= 2;
    slots_.assign(slots, 0);
    rows_.reserve(expected);
    keys_.reserve(expected * 12);
  }

  Entry& operator[](std::string_view key) {
    if ((rows_.size() + 1) * 2 > slots_.size()) grow();
    const std::uint32_t hash = hash_of(key);
    std::uint32_t& slot = slot_of(slots_, hash, key);
    if (slot == 0) {
      rows_.push_back(
          {hash, static_cast<std::uint32_t>(keys_.size()), static_cast<std::uint32_t>(key.size()), Entry()});
      keys_.append(key);
      slot = static_cast<std::uint32_t>(rows_.size());
    }
    return rows_[slot - 1].entry;
  }

  const Entry* find(std::string_view key) const {
    const std::uint32_t hash = hash_of(key);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const std::uint32_t slot = slots_[at];
      if (slot == 0) return nullptr;
      const Row& row = rows_[slot - 1];
      if (row.hash == hash && key_of(row) == key) return &row.entry;
    }
  }

 private:
  struct Row {
    std::uint32_t hash, begin, size;
    Entry entry;
  };

  static std::uint32_t hash_of(std::string_view key) {
    std::uint32_t hash = 2166136261u;
    for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ^ (hash >> 15);
  }
  std::string_view key_of(const Row& row) const {
    return std::string_view(keys_).substr(row.begin, row.size);
  }

  std::uint32_t& slot_of(std::vector<std::uint32_t>& slots, std::uint32_t hash, std::string_view key) {
    for (std::size_t at = hash & (slots.size() - 1);; at = (at + 1) & (slots.size() - 1)) {
      std::uint32_t& slot = slots[at];
      if (slot == 0 || (rows_[slot - 1].hash == hash && key_of(rows_[slot - 1]) == key)) return slot;
    }
  }

  void grow() {
    std::vector<std::uint32_t> wider(slots_.size() * 2, 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      slot_of(wider, rows_[i].hash, key_of(rows_[i])) = static_cast<std::uint32_t>(i + 1);
    }
    slots_.swap(wider);
  }

  std::vector<std::uint32_t> slots_;
  std::vector<Row> rows_;
  std::string keys_;
};

}  // namespace mcpjury
