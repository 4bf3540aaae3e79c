// Telling the sanitizers that the stack changes; nothing in an ordinary build. A switch that is not announced
// makes AddressSanitizer report healthy frames and ThreadSanitizer lose its shadow stack.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define MCPJURY_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MCPJURY_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define MCPJURY_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MCPJURY_TSAN 1
#endif
#endif

#ifdef MCPJURY_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef MCPJURY_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace mcpjury {

#if defined(MCPJURY_ASAN) || defined(MCPJURY_TSAN)
inline constexpr std::size_t kStackFactor = 4;  // instrumented frames are several times larger
#else
inline constexpr std::size_t kStackFactor = 1;
#endif

// One stack as the sanitizers know it: the loop's own, or a fiber's.
struct SwitchSide {
  const void* bottom = nullptr;
  std::size_t size = 0;
  void* fake_stack = nullptr;
  void* tsan_fiber = nullptr;
};

inline void note_new_fiber([[maybe_unused]] SwitchSide& fiber) {
#ifdef MCPJURY_TSAN
  fiber.tsan_fiber = __tsan_create_fiber(0);
#endif
}

inline void note_own_stack([[maybe_unused]] SwitchSide& side) {
#ifdef MCPJURY_TSAN
  side.tsan_fiber = __tsan_get_current_fiber();
#endif
}

inline void note_fiber_gone([[maybe_unused]] SwitchSide& fiber) {
#ifdef MCPJURY_TSAN
  __tsan_destroy_fiber(fiber.tsan_fiber);
#endif
}

// Immediately before the switch. `last`: this side never runs again.
inline void note_leaving([[maybe_unused]] SwitchSide& from, [[maybe_unused]] const SwitchSide& to,
                         [[maybe_unused]] bool last = false) {
#ifdef MCPJURY_ASAN
  __sanitizer_start_switch_fiber(last ? nullptr : &from.fake_stack, to.bottom, to.size);
#endif
#ifdef MCPJURY_TSAN
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
}

// The first thing after it, on the side that was reached; `from` learns the bounds of the stack that was
// left.
inline void note_arrived([[maybe_unused]] SwitchSide& at, [[maybe_unused]] SwitchSide& from) {
#ifdef MCPJURY_ASAN
  __sanitizer_finish_switch_fiber(at.fake_stack, &from.bottom, &from.size);
#endif
}

}  // namespace mcpjury
