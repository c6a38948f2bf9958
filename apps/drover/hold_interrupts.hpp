#pragma once

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

}  // namespace drover::cli
