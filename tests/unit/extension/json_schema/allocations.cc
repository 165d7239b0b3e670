// Apart from the tests, so that no call of `new` sees into it.
#include "allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> g_allocations = 0;

}  // namespace

std::size_t allocations_so_far() {
  return g_allocations;
}

#ifdef SCHEMAGATE_COUNTS_BY_HOOK

// The thread sanitizer of clang has these operators itself, and calls this for each allocation.
extern "C" void __sanitizer_malloc_hook(const volatile void*, std::size_t) {
  ++g_allocations;
}

#else

void* operator new(std::size_t size) {
  ++g_allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}

// Libraries use this one, and the plain delete with it: both have to be ours.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++g_allocations;
  return std::malloc(size);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

#endif
