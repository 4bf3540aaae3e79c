// Telling the sanitizers that the stack changes; nothing in an ordinary build. A switch that is not announced
// makes AddressSanitizer report healthy frames and ThreadSanitizer lose its stack of calls.
//
// The last switch of a fiber is announced by it as any other: its frames, and those of Boost.Context beneath
// them, are in use until the very jump. What the sanitizers hold for it is given back from the loop's side.
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
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef MCPJURY_TSAN
#include <sanitizer/tsan_interface.h>
#endif

// A call of its own around an announcement would be entered in one stack of calls and left in the other.
#define MCPJURY_INLINE [[gnu::always_inline]] inline

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
  void* fake_stack = nullptr;  // where AddressSanitizer keeps locals that may outlive their frame
  void* tsan_fiber = nullptr;
};

MCPJURY_INLINE void note_new_fiber([[maybe_unused]] SwitchSide& fiber) {
#ifdef MCPJURY_TSAN
  fiber.tsan_fiber = __tsan_create_fiber(0);
#endif
}

MCPJURY_INLINE void note_own_stack([[maybe_unused]] SwitchSide& side) {
#ifdef MCPJURY_TSAN
  side.tsan_fiber = __tsan_get_current_fiber();
#endif
}

// Immediately before the switch.
MCPJURY_INLINE void note_leaving([[maybe_unused]] SwitchSide& from, [[maybe_unused]] const SwitchSide& to) {
#ifdef MCPJURY_ASAN
  __sanitizer_start_switch_fiber(&from.fake_stack, to.bottom, to.size);
#endif
#ifdef MCPJURY_TSAN
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
}

// Before a fiber's last return. ThreadSanitizer is not told here, because the frames that are still to be
// left belong to the fiber; note_arrived() on the other side does it.
MCPJURY_INLINE void note_ending([[maybe_unused]] SwitchSide& fiber, [[maybe_unused]] const SwitchSide& to) {
#ifdef MCPJURY_ASAN
  __sanitizer_start_switch_fiber(&fiber.fake_stack, to.bottom, to.size);
#endif
}

// The first thing after the switch, on the side that was reached; `from` learns the bounds of the stack that
// was left.
MCPJURY_INLINE void note_arrived([[maybe_unused]] SwitchSide& at, [[maybe_unused]] SwitchSide& from) {
#ifdef MCPJURY_ASAN
  __sanitizer_finish_switch_fiber(at.fake_stack, &from.bottom, &from.size);
#endif
#ifdef MCPJURY_TSAN
  if (__tsan_get_current_fiber() != at.tsan_fiber) __tsan_switch_to_fiber(at.tsan_fiber, 0);
#endif
}

// On the loop's stack, after a fiber's last switch.
#ifdef MCPJURY_ASAN
__attribute__((no_sanitize_address, noinline))
#endif
inline void
note_fiber_gone([[maybe_unused]] SwitchSide& own, [[maybe_unused]] SwitchSide& fiber) {
#ifdef MCPJURY_ASAN
  // A fake stack is freed only by leaving it for good: so it is entered and left without moving. This
  // function keeps nothing on one, being uninstrumented.
  if (fiber.fake_stack) {
    __sanitizer_start_switch_fiber(&own.fake_stack, fiber.bottom, fiber.size);
    __sanitizer_finish_switch_fiber(fiber.fake_stack, nullptr, nullptr);
    __sanitizer_start_switch_fiber(nullptr, own.bottom, own.size);
    __sanitizer_finish_switch_fiber(own.fake_stack, nullptr, nullptr);
    fiber.fake_stack = nullptr;
  }
#endif
#ifdef MCPJURY_TSAN
  __tsan_destroy_fiber(fiber.tsan_fiber);
#endif
}

// Frames that were jumped out of have left their red zones behind; the next fiber lays others there.
inline void note_stack_free([[maybe_unused]] const void* bottom, [[maybe_unused]] std::size_t size) {
#ifdef MCPJURY_ASAN
  __asan_unpoison_memory_region(bottom, size);
#endif
}

}  // namespace mcpjury
