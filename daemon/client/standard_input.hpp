// Reads the standard input of this program in a thread, no faster than the task takes it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
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
    /// `take` is not called any more. Does not wait for input.
    ~standard_input();
    standard_input(const standard_input&) = delete;
    standard_input& operator=(const standard_input&) = delete;

    /// This many bytes have reached the task, so more may be read.
    void taken(std::size_t bytes);

  private:
    class reader;
    std::shared_ptr<reader> reader_;  // the thread has it too, because it may live longer than this object
    std::thread thread_;
};

}  // namespace banyan::daemon
