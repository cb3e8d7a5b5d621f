// Which exchanges of the network probe are measured, and how often, so that the probe ends in its time on slow networks
// too. Pure: the times of the samples are given to it.
//
// There are several kinds of exchanges: a single message, and rings with some messages at a time. Each kind is measured
// with the same sizes of messages. An exchange is one kind with one size.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace banyan::advisor {

struct sampling_options {
    std::vector<int> messages;       ///< of each kind: messages of a task at once in the ring; 0: a single message
    std::vector<std::size_t> bytes;  ///< the sizes of messages, ascending
    double budget_s = 2;             ///< for all passes
    int most_samples = 31;           ///< of each exchange
};

/// The measurement proceeds in passes. In the first ones each exchange gets its first sample, one exchange in each
/// pass, the faster exchanges first. A sample has as many rounds as take about a millisecond.
///
/// The time of a longer message is estimated from that of the next shorter one. If three samples of an exchange do not
/// fit into the time that is left, the exchange and all longer messages of its kind are left out. The three shortest
/// sizes of each kind are always measured, even if there is no time. So the time is only exceeded if these do not fit,
/// or if samples take longer than the ones before.
///
/// The other passes give each exchange about the same time, and at least 3 samples. next_pass() and add_pass() are
/// called in turn.
class exchange_sampling {
  public:
    explicit exchange_sampling(sampling_options options);

    /// The next pass: the rounds in one sample of each exchange, in the order kind * sizes + size; 0 for an exchange
    /// that is not in this pass. All are 0 if the measurement has ended.
    const std::vector<int>& next_pass();

    /// The result of the pass that next_pass() has returned: for each exchange in it the seconds of one round (for a
    /// single message: of one of the two messages of a round trip), and the seconds of the whole pass.
    void add_pass(std::span<const double> round_s, double pass_s);

    /// The samples of an exchange, in seconds of one round; none if it is left out.
    [[nodiscard]] const std::vector<double>& samples(std::size_t exchange) const {
        return exchanges_.at(exchange).seconds;
    }

  private:
    struct exchange_kind {
        std::size_t begun = 0;  // sizes with a first pass; they are the shortest ones
        std::size_t end = 0;    // sizes from here on are left out
    };
    struct sampled_exchange {
        int rounds = 0;  // of a sample; 0 before the first pass
        std::vector<double> seconds{};
        double sum_s = 0;  // of `seconds`

        [[nodiscard]] double mean_s() const { return sum_s / static_cast<double>(seconds.size()); }
    };

    [[nodiscard]] std::size_t index(std::size_t kind, std::size_t size) const {
        return kind * options_.bytes.size() + size;
    }
    [[nodiscard]] int trips(std::size_t exchange) const;
    [[nodiscard]] double left_s() const { return options_.budget_s - spent_s_; }
    [[nodiscard]] double sample_s(std::size_t exchange) const;
    [[nodiscard]] double estimated_round_s(std::size_t exchange) const;
    [[nodiscard]] double next_sample_s(std::size_t kind) const;
    [[nodiscard]] bool may_be_delayed(std::size_t exchange) const;
    [[nodiscard]] std::size_t wanted_samples(std::size_t exchange, double level_s) const;
    [[nodiscard]] double further_s(double level_s) const;
    [[nodiscard]] double fitting_level_s() const;
    [[nodiscard]] std::size_t kind_to_begin() const;
    [[nodiscard]] bool fits(std::size_t kind) const;

    bool plan_first_sample();
    void plan_further_samples();
    void make_fewest_samples_fit();
    bool shorten_a_sample();
    bool leave_out_an_exchange();

    sampling_options options_;
    std::vector<exchange_kind> kinds_;
    std::vector<sampled_exchange> exchanges_;
    std::vector<int> pass_;
    double spent_s_ = 0;
    bool is_decided_ = false;                                        // which exchanges are measured
    double synchronization_s_ = std::numeric_limits<double>::max();  // the least per sample in a pass
};

}  // namespace banyan::advisor
