#pragma once

#include <memory>
#include <utility>

namespace drover {

/// A value on the heap, copied and moved with its owner. T may be incomplete where it is only held.
template <class T>
class HeapValue {
  public:
    explicit HeapValue(T value)
        : value_{std::make_shared<T>(std::move(value))}, copy_{[](const T& other) {
              return std::make_shared<T>(other);
          }} {}
    HeapValue(const HeapValue& other) : value_{other.copy_(*other.value_)}, copy_{other.copy_} {}
    HeapValue(HeapValue&&) noexcept = default;
    HeapValue& operator=(const HeapValue& other) {
        if (this != &other) *this = HeapValue{other};
        return *this;
    }
    HeapValue& operator=(HeapValue&&) noexcept = default;
    ~HeapValue() = default;

    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_.get(); }
    const T* operator->() const { return value_.get(); }

  private:
    std::shared_ptr<T> value_;  // never shared; its deleter knows the complete type
    std::shared_ptr<T> (*copy_)(const T&);
};

}  // namespace drover
