// Counts what this binary takes from the heap by `new`.
#pragma once

#include <cstddef>

std::size_t allocations_so_far();
