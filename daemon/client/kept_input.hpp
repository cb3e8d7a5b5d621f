// Standard input that a run has been given and its task has not taken yet. A coordinator that is started again may need
// it once more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace banyan::daemon {

class kept_input {
  public:
    /// Keeps what has been read; `end`: nothing follows. True when it is to be sent now, false while it is held.
    bool add(std::string_view data, bool end);
    /// So many more bytes have reached the task.
    void taken(std::size_t bytes);
    /// The connection is a new one: nothing is sent until resume().
    void hold() { held_ = true; }

    struct rest {
        std::string data;             ///< to be sent now
        bool end = false;             ///< and the end of the input after it
        std::size_t newly_taken = 0;  ///< bytes of which taken() was lost
    };
    /// `received` and `taken` are bytes since the start of the run, as the task's host knows them; `ended`: it knows
    /// the end of the input too. Does not go behind what taken() has said before.
    rest resume(std::uint64_t received, std::uint64_t taken, bool ended);

    [[nodiscard]] std::size_t size() const { return kept_.size(); }

  private:
    std::string kept_;
    std::uint64_t taken_ = 0;  // position of the first byte kept
    bool ends_ = false;
    bool held_ = false;
};

}  // namespace banyan::daemon
