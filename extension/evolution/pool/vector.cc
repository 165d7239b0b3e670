#include "extension/evolution/pool/vector.h"

#include <cmath>

namespace schemagate::evolution {

void normalise(SparseVector& vector) {
  double square = 0;
  for (const Coordinate& each : vector) square += static_cast<double>(each.value) * each.value;
  if (square <= 0) return;
  const auto scale = static_cast<float>(1 / std::sqrt(square));
  for (Coordinate& each : vector) each.value *= scale;
}

double cosine(const SparseVector& one, const SparseVector& other) {
  double sum = 0;
  for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
    if (a->at == b->at) {
      sum += static_cast<double>(a->value) * b->value;
      ++a;
      ++b;
    } else {
      ++(a->at < b->at ? a : b);
    }
  }
  return sum;
}

}  // namespace schemagate::evolution
