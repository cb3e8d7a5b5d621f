// Connections of strangers, which do not know the secret, to ports of this computer.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace banyan::testing {

struct stranger_plan {
    int idle = 0;                 ///< connections, over all targets, that say nothing; made again 1 s after their end
    int dripping = 0;             ///< the same, but each sends one byte a second
    int connects_per_second = 0;  ///< further connections, over all targets, held for 0.1 s; fewer after a pause
    bool hello = false;           ///< these send a complete hello, and never their proof
    bool byte = false;            ///< these send one byte
};

/// Makes such connections in a thread of its own as long as it lives. Takes loopback addresses only.
class strangers {
  public:
    /// `targets` are "127.0.0.2:4711". Returns when all idle and dripping connections have been made once; throws
    /// std::runtime_error for any other target.
    strangers(const std::vector<std::string>& targets, const stranger_plan& plan);
    ~strangers();
    strangers(const strangers&) = delete;
    strangers& operator=(const strangers&) = delete;

    /// Connections begun so far.
    [[nodiscard]] long made() const { return made_; }

  private:
    class crowd;
    std::atomic<long> made_ = 0;
    std::atomic<bool> ready_ = false;
    std::atomic<bool> end_ = false;
    std::thread thread_;
};

}  // namespace banyan::testing
