#include "code/interpret/value.h"

#include <algorithm>
#include <utility>

namespace mcpjury::interpret {
namespace {

constexpr std::size_t kIndexFrom = 12;

}  // namespace

Slot* Slots::find(std::string_view name) {
  if (slots_.size() >= kIndexFrom) {
    const auto found = index_.find(std::string(name));
    return found == index_.end() ? nullptr : &slots_[found->second].second;
  }
  for (auto& [key, slot] : slots_) {
    if (key == name) return &slot;
  }
  return nullptr;
}

Slot& Slots::at(std::string_view name) {
  if (Slot* slot = find(name)) return *slot;
  slots_.emplace_back(std::string(name), Slot{});
  if (slots_.size() == kIndexFrom) {
    for (std::size_t i = 0; i < slots_.size(); ++i) index_.emplace(slots_[i].first, i);
  } else if (slots_.size() > kIndexFrom) {
    index_.emplace(slots_.back().first, slots_.size() - 1);
  }
  return slots_.back().second;
}

bool Slots::erase(std::string_view name) {
  const auto at =
      std::find_if(slots_.begin(), slots_.end(), [&](const auto& slot) { return slot.first == name; });
  if (at == slots_.end()) return false;
  std::vector<std::pair<std::string, Slot>> old;
  old.swap(slots_);
  index_.clear();
  for (const auto& [key, slot] : old) {
    if (key != name) this->at(key) = slot;
  }
  return true;
}

Value Heap::text(std::string text) {
  if (text.size() > kMaxText || full()) return {};
  used_ += sizeof(std::string) + text.size();
  texts_.push_back(std::move(text));
  return {Type::kString, 0, &texts_.back(), nullptr};
}

Object* Heap::object(Kind kind) {
  // A full heap hands out its last object again; every list that grows looks at full() first.
  if (!full() || objects_.empty()) objects_.emplace_back();
  used_ += sizeof(Object);
  Object& object = objects_.back();
  if (!full()) object.kind = kind;
  return &object;
}

Env* Heap::env(Env* parent) {
  if (!full() || envs_.empty()) envs_.emplace_back();
  used_ += sizeof(Env);
  Env& env = envs_.back();
  if (&env != parent) {
    env.parent = parent;
    if (parent != nullptr) {
      env.module = parent->module;
      env.self = parent->self;
      env.home = parent->home;
    }
  }
  return &env;
}

}  // namespace mcpjury::interpret
