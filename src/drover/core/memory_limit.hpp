#pragma once

#include <cstdint>
#include <new>
#include <string>

namespace drover {

/// "1.5 GiB", for messages.
std::string memory_text(double bytes);

/// How much memory a run may use. Work that needs more is refused before it starts.
class MemoryLimit {
  public:
    MemoryLimit() = default;  ///< none
    explicit MemoryLimit(std::uint64_t bytes) : bytes_{bytes} {}

    bool allows(double cells, double bytes_a_cell) const {
        return bytes_ == 0 || cells * bytes_a_cell <= static_cast<double>(bytes_);
    }
    /// Throws InputError, its message starting with `what`, if that many cells of that many bytes exceed the
    /// limit.
    void check(const std::string& what, double cells, double bytes_a_cell) const;

  private:
    std::uint64_t bytes_ = 0;
};

/// An allocation that failed although no check had foreseen it; the message says what it was for.
class OutOfMemory : public std::bad_alloc {
  public:
    explicit OutOfMemory(const std::string& what_for) : text_{"out of memory: " + what_for} {}
    const char* what() const noexcept override { return text_.c_str(); }

  private:
    std::string text_;
};

}  // namespace drover
