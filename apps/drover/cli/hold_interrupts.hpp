#pragma once

#include <deque>
#include <string>

namespace drover::cli {

/// While one lives, what is being written is finished, however long that takes: Ctrl-C ends nothing by force.
class HoldInterrupts {
  public:
    HoldInterrupts();
    ~HoldInterrupts();
    HoldInterrupts(const HoldInterrupts&) = delete;
    HoldInterrupts& operator=(const HoldInterrupts&) = delete;
    HoldInterrupts(HoldInterrupts&&) = delete;
    HoldInterrupts& operator=(HoldInterrupts&&) = delete;
};

/// Names that go if the program is ended by force while this lives, the last one first: files of an
/// unfinished set that are closed already, and the folder made for them. One at a time.
class RemovedByForce {
  public:
    struct Name {
        std::string path;
        const Name* before = nullptr;
    };

    RemovedByForce() = default;
    ~RemovedByForce();
    RemovedByForce(const RemovedByForce&) = delete;
    RemovedByForce& operator=(const RemovedByForce&) = delete;
    RemovedByForce(RemovedByForce&&) = delete;
    RemovedByForce& operator=(RemovedByForce&&) = delete;

    void add(std::string path);

  private:
    std::deque<Name> names_;  // which a signal handler walks through
};

}  // namespace drover::cli
