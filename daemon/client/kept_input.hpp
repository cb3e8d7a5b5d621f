// Stores the standard input that was sent to a run and has not reached its task yet. A restarted coordinator may need
// it again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace banyan::daemon {

class kept_input {
  public:
    /// Stores data; `end`: nothing follows. True if the caller must send it now, false while it is held.
    bool add(std::string_view data, bool end);
    /// This many more bytes have reached the task.
    void taken(std::size_t bytes);
    /// The connection is a new one: nothing must be sent until resume().
    void hold() { held_ = true; }

    struct rest {
        std::string data;             ///< the data to send now
        bool end = false;             ///< true if the end of the input must be sent after it
        std::size_t newly_taken = 0;  ///< bytes whose taken() message was lost
    };
    /// `received` and `taken` are the bytes since the start of the run that the host of the task knows of; `ended`: it
    /// also knows the end of the input. A smaller `taken` than before is ignored.
    rest resume(std::uint64_t received, std::uint64_t taken, bool ended);

    [[nodiscard]] std::size_t size() const { return kept_.size(); }

  private:
    std::string kept_;
    std::uint64_t taken_ = 0;  // position of the first stored byte
    bool ends_ = false;
    bool held_ = false;
};

}  // namespace banyan::daemon
