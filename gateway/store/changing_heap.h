// Which of many comes first, while what they are ordered by changes.
//
//   ChangingHeap<Share, Largest, &Share::place> largest;
//   largest.add(share);
//   share.size += 10;
//   largest.moved(share);    // behind every such change
//   largest.first()->size
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace schemagate::store {

// A binary heap of items that others own, which must stay where they are until they are removed; `place` is
// the heap's own. `Before` says of two whether the one comes before the other. A change costs O(log n), and
// mostly a comparison or two.
template <class Item, class Before, auto place>
class ChangingHeap {
 public:
  // nullptr: it is empty.
  Item* first() const { return items_.empty() ? nullptr : items_.front(); }

  void add(Item& item) {
    items_.push_back(&item);
    item.*place = items_.size() - 1;
    (void)rise(item);
  }
  void moved(Item& item) {
    if (!rise(item)) sink(item);
  }
  void remove(Item& item) {
    Item& last = *items_.back();
    items_.pop_back();
    if (&last == &item) return;
    put(last, item.*place);
    moved(last);
  }

 private:
  void put(Item& item, std::size_t at) {
    items_[at] = &item;
    item.*place = at;
  }
  // True when it has.
  bool rise(Item& item) {
    const std::size_t from = item.*place;
    std::size_t at = from;
    for (; at > 0; at = (at - 1) / 2) {
      Item& parent = *items_[(at - 1) / 2];
      if (!Before()(item, parent)) break;
      put(parent, at);
    }
    put(item, at);
    return at != from;
  }
  void sink(Item& item) {
    std::size_t at = item.*place;
    for (std::size_t child = 2 * at + 1; child < items_.size(); child = 2 * at + 1) {
      if (child + 1 < items_.size() && Before()(*items_[child + 1], *items_[child])) ++child;
      if (!Before()(*items_[child], item)) break;
      put(*items_[child], at);
      at = child;
    }
    put(item, at);
  }

  std::vector<Item*> items_;
};

}  // namespace schemagate::store
