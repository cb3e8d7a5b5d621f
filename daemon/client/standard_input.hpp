// Reads the standard input of this program in a thread, no faster than the task takes it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace banyan::daemon {

class standard_input {
  public:
    static constexpr std::size_t piece_bytes = 32 * 1024;           ///< of input, at most
    static constexpr std::size_t most_under_way_bytes = 64 * 1024;  ///< that have not reached the task

    /// `take` is called in the thread with each piece of input, and at the end. While this program is in the background
    /// of its terminal, input is not read.
    explicit standard_input(std::function<void(std::string data, bool end)> take);
    ~standard_input();
    standard_input(const standard_input&) = delete;
    standard_input& operator=(const standard_input&) = delete;

    /// This many bytes have reached the task, so more may be read.
    void taken(std::size_t bytes);

  private:
    void start_thread();
    void read_all();
    bool wait_for_input() const;
    bool wait_for_credit();

    std::function<void(std::string, bool)> take_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t under_way_ = 0;
    bool stop_ = false;
    int wake_[2] = {-1, -1};
    std::thread thread_;
};

}  // namespace banyan::daemon
