// The time that the program would take on the computer of the published experiment (Lin 1995, section 5.3.4). Pure.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace contour {

/// A message takes startup_us, which the sender spends, and then byte_us for each byte until it has arrived. An element
/// of a contour takes element_us + iteration_us for each iteration of the dummy loop. The defaults are those of the
/// SP-2.
struct time_model {
    double startup_us = 40;
    double byte_us = 1 / 35.54;
    double element_us = 14;
    double iteration_us = 0.104;
};

/// The time of an element of a contour with the dummy loop, in microseconds.
inline double us_of_element(const time_model& model, int iterations) {
    return model.element_us + model.iteration_us * iterations;
}

/// The clock of one task. send() gives the time at which the message arrives, and the receiver passes this time to
/// receive(). So the clock of a task is never before the arrival of a message that it has received.
class model_clock {
  public:
    /// runs = false: for a call whose modelled time is not needed.
    explicit model_clock(const time_model& m, bool runs = true) : model_(m), runs_(runs) {}
    [[nodiscard]] bool runs() const { return runs_; }
    [[nodiscard]] const time_model& model() const { return model_; }
    [[nodiscard]] double now_us() const { return now_us_; }
    void spend(double us) { now_us_ += us; }
    /// The time at which a message that is sent now arrives, in microseconds.
    double send(std::size_t bytes) {
        now_us_ += model_.startup_us;
        return now_us_ + static_cast<double>(bytes) * model_.byte_us;
    }
    void receive(double arrival_us) { wait_until(arrival_us); }
    void wait_until(double us) { now_us_ = std::max(now_us_, us); }

  private:
    time_model model_;
    bool runs_;
    double now_us_ = 0;
};

/// A time as a word of a message.
inline std::uint64_t to_word(double us) {
    return std::bit_cast<std::uint64_t>(us);
}
inline double time_of(std::uint64_t word) {
    return std::bit_cast<double>(word);
}

}  // namespace contour
