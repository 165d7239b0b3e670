#ifndef SCHEMAGATE_TESTS_MUTATION_MUTANT_H_
#define SCHEMAGATE_TESTS_MUTATION_MUTANT_H_

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

// What sample.py writes into a copy of the sources. Each change has a number; MUTANT names the one that is
// active, and MUTANT_REACHED a file to which the number of each change is added when the process comes by it
// for the first time.

// A change may leave a value unused or mix signs: no matter, the copy is compiled with the project's options.
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wunused"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

namespace mutant {

inline constexpr int kMutantsMax = 4096;
inline bool noted[kMutantsMax];

inline void note_reached(int number, const char* path) {
  if (__atomic_exchange_n(&noted[number], true, __ATOMIC_RELAXED)) return;
  char line[16];
  const int size = std::snprintf(line, sizeof line, "%d\n", number);
  const int file = ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0 || ::write(file, line, static_cast<std::size_t>(size)) != size) std::abort();
  ::close(file);
}

inline bool is_active_now(int number) {
  static const int active = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : 0;
  static const char* const reached = std::getenv("MUTANT_REACHED");
  if (reached) note_reached(number, reached);
  return number == active;
}

// Never while compiling: a constant expression keeps its value.
constexpr bool is_active(int number) {
  return !__builtin_is_constant_evaluated() && is_active_now(number);
}

// Not constexpr: what is to be a constant expression does not compile, and sample.py takes another place.
template <class T>
T constant(int number, T value) {
  return is_active(number) ? static_cast<T>(value + 1) : value;
}

constexpr bool flip(int number, bool value) {
  return is_active(number) ? !value : value;
}

// a < less(7) < b: the first operator takes `a` by reference, the second compares. So nobody has to know
// where the operands begin and end.
template <class Comparison, class Left>
struct Held {
  const Left& left;
  int number;
};

#define MUTANT_COMPARISON(name, operation, changed)                                                  \
  struct name {                                                                                      \
    int number;                                                                                      \
    constexpr explicit name(int mutant_number) : number(mutant_number) {}                            \
  };                                                                                                 \
  template <class Left>                                                                              \
  constexpr Held<name, Left> operator operation(const Left & left, name comparison) {                \
    return {left, comparison.number};                                                                \
  }                                                                                                  \
  template <class Left, class Right>                                                                 \
  constexpr bool operator operation(Held<name, Left> held, const Right& right) {                     \
    return is_active(held.number) ? bool(held.left changed right) : bool(held.left operation right); \
  }

MUTANT_COMPARISON(less, <, <=)
MUTANT_COMPARISON(less_equal, <=, <)
MUTANT_COMPARISON(greater, >, >=)
MUTANT_COMPARISON(greater_equal, >=, >)
MUTANT_COMPARISON(equal, ==, !=)
MUTANT_COMPARISON(not_equal, !=, ==)

#undef MUTANT_COMPARISON

}  // namespace mutant

#endif  // SCHEMAGATE_TESTS_MUTATION_MUTANT_H_
