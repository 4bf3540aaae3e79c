#include "detect/text_index.h"

#include <algorithm>
#include <cstring>

namespace mcpjury {

namespace {
constexpr std::size_t kBlockBytes = 64 * 1024;
constexpr std::size_t kKeptBlocks = 8;
constexpr std::size_t kMaxPointerBytes = 1024;
constexpr std::size_t kShortestBlob = 24;
}  // namespace

std::string_view TextArena::copy(std::string_view text) {
  if (text.empty()) return {};
  while (block_ < blocks_.size() && sizes_[block_] - used_ < text.size()) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    const std::size_t size = std::max(kBlockBytes, text.size());
    blocks_.push_back(std::make_unique<char[]>(size));
    sizes_.push_back(size);
    used_ = 0;
  }
  char* place = blocks_[block_].get() + used_;
  std::memcpy(place, text.data(), text.size());
  used_ += text.size();
  return {place, text.size()};
}

void TextArena::clear() {
  // Keep what an ordinary server needs; give back what a huge one took.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < blocks_.size() && kept < kKeptBlocks; ++i) {
    if (sizes_[i] == kBlockBytes) std::swap(blocks_[kept++], blocks_[i]);
  }
  blocks_.resize(kept);
  sizes_.assign(kept, kBlockBytes);
  block_ = 0;
  used_ = 0;
}

void TextIndex::clear() {
  subjects.clear();
  fields.clear();
  pieces.clear();
  properties.clear();
  paths.clear();
  hits.clear();
  normal_views.clear();
  blobs.clear();
  arena.clear();
  visits_exhausted = false;
}

std::uint32_t TextIndex::child(std::uint32_t parent, std::string_view key) {
  paths.push_back({static_cast<std::int32_t>(parent), -1, key});
  return static_cast<std::uint32_t>(paths.size() - 1);
}

std::uint32_t TextIndex::child(std::uint32_t parent, std::size_t position) {
  paths.push_back({static_cast<std::int32_t>(parent), static_cast<std::int32_t>(position), {}});
  return static_cast<std::uint32_t>(paths.size() - 1);
}

std::string TextIndex::pointer(std::uint32_t path) const {
  std::vector<const PathNode*> chain;
  for (std::int32_t at = static_cast<std::int32_t>(path); at >= 0;
       at = paths[static_cast<std::size_t>(at)].parent) {
    chain.push_back(&paths[static_cast<std::size_t>(at)]);
  }
  std::string out;
  for (auto node = chain.rbegin(); node != chain.rend(); ++node) {
    if (out.size() + (*node)->key.size() > kMaxPointerBytes) break;
    if ((*node)->parent < 0) {
      out += (*node)->key;  // a root holds a whole pointer
    } else if ((*node)->index >= 0) {
      out += '/';
      out += std::to_string((*node)->index);
    } else {
      out += '/';
      out += pointer_escape((*node)->key);
    }
  }
  return out;
}

const Piece& TextIndex::piece_at(const Field& field, std::size_t offset) const {
  if (field.view == ViewKind::kNormal) offset = normal_views[field.extra].original(offset, offset + 1).begin;
  if (field.view == ViewKind::kDecoded) offset = blobs[field.extra].original.begin;
  const auto begin = pieces.begin() + field.first_piece;
  const auto end = begin + field.pieces;
  const auto after = std::upper_bound(
      begin, end, offset, [](std::size_t value, const Piece& piece) { return value < piece.begin; });
  return after == begin ? *begin : *(after - 1);
}

void add_views(TextIndex& index, std::size_t which) {
  const Field plain = index.fields[which];
  if (plain.split_names) return;
  if (needs_normal_view(plain.text)) {
    NormalView normal = make_normal_view(plain.text);
    Field field = plain;
    field.view = ViewKind::kNormal;
    field.text = index.arena.copy(normal.text);
    field.extra = static_cast<std::uint32_t>(index.normal_views.size());
    index.normal_views.push_back(std::move(normal));
    if (!field.text.empty()) index.fields.push_back(field);
  }
  if (plain.text.size() < kShortestBlob) return;
  for (DecodedBlob& blob : decode_blobs(plain.text)) {
    Field field = plain;
    field.view = ViewKind::kDecoded;
    field.text = index.arena.copy(blob.text);
    field.extra = static_cast<std::uint32_t>(index.blobs.size());
    index.blobs.push_back(std::move(blob));
    if (!field.text.empty()) index.fields.push_back(field);
  }
}

}  // namespace mcpjury
