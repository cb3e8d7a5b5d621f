// When a running program changes to another partition, and to which one. Pure: no I/O, no clock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::grid {

/// Settings of repartition_policy and repartitioner. All ranks give the same.
struct repartition_settings {
    /// Iterations of the whole run, at least 0. The gain of a repartition is that of the iterations that are left.
    std::int64_t iterations = 0;
    /// How the new partition is made: a way of part::repartition_ways() or a method of part::methods(). "auto" tries
    /// all ways that can change the partition and, for rectangles, the methods columns and hybrid (up to 64 ranks), and
    /// takes the best result. After the last confirmation it also tries the method best (up to 16 ranks), which takes
    /// longer. Methods get the network of moving_cost and the measured time of a cell.
    std::string way = "auto";
    /// Iterations between two observations, at least 1. With fewer iterations a changed load is found earlier, but the
    /// times vary more. 0: a hundredth of the run, but at least 150 ms. The number is also so large that decisions, and
    /// exchanges of the times for which the ranks wait, take less than 0.5 % of the run.
    std::int64_t every = 0;
    /// The least gain, as a part of the time of an iteration: at least 0, below 1. Increase it if times vary much.
    double least_gain = 0.02;
    /// Observations that must confirm a repartition, after the one that proposes it; at least 0.
    int confirmations = 2;
    /// A repartition must save this many times the time of moving, at least 1. With 1, the expected gain decides.
    double safety = 1;
};

/// What an iteration and a move cost besides the computation.
struct moving_cost {
    part::network net;                                  ///< messages between ranks
    std::int64_t item_bytes = 8;                        ///< of all arrays that move, for each cell; 1 .. 2^30
    part::stencil pattern = part::stencil::named("5");  ///< of the halo exchange
    double copy_s_per_byte = 1e-9;                      ///< copying the cells that stay, within a rank
};

/// A repartition that pays.
struct repartition_choice {
    part::partition parts;
    std::string way;  ///< way or method that made it
    std::int64_t moved_cells = 0;
    double gain_s = 0;  ///< expected, of one iteration
    double move_s = 0;  ///< expected
};

/// The mean without the largest and the smallest quarter: a few iterations that were interrupted do not change it. Of
/// up to two times, their mean; 0 without times.
double trimmed_mean(std::span<const double> times);

struct repartition_candidate;  // libgrid/repartition_candidates.hpp

/// Decides from the compute times of all ranks. The speed of a rank is its cells divided by its time. Gain: by how much
/// the slowest rank becomes faster.
///
/// A repartition is proposed if it gains at least needed_gain() of an iteration, and if the gain saves more than moving
/// takes, in the iterations for which the state of the hosts is expected to last. If this state has changed c times in
/// t iterations, it lasts for s more with probability (t / (t + s))^(1 + c); each repartition counts as a change. If
/// the state may end before the run, the move back, and the observations until that move is decided, count in
/// proportion to the probability. In each of the next observations the repartition must gain at least the least gain.
/// The partition is then made for the mean times of all these observations, and must gain needed_gain() again. The
/// first one does not count if the times of a rank differ from the mean of the others by more than the least gain plus
/// x sigma (needed_gain()): the load has appeared during this observation. A rank whose mean differs from that of its
/// earlier observations since the last repartition by at most the least gain plus two standard deviations of the
/// difference has not changed. It counts with the mean of all of them, of the last 21 at most.
/// Then the time of each rank but the slowest is multiplied by the square root of T / T_i, or of 1.5 if that is less: a
/// rank that waits may be slower when all ranks are busy. T_i is the trimmed_mean() of its compute times in the earlier
/// observations, or in those of the proposal if there are none, and T is the longest T_i of these ranks.
///
/// A repartition that gains less than half of what was expected doubles the least gain (to 0.5 at most), and the next
/// one goes half as far: to shares between the present ones and those of the speeds. This rule does not apply if the
/// slowest rank has lost cells, because then its load has grown. A repartition that gains more has the opposite effect.
/// The first seven observations only show how much the times vary. Equal calls give equal results, so all ranks of a
/// group decide alike. docs/derivations.md says where the numbers come from.
class repartition_policy {
  public:
    /// Throws part::error for settings out of range, an unknown way, and a way that cannot change this partition.
    repartition_policy(const part::partition& start, const repartition_settings& settings,
                       const moving_cost& cost = {});

    /// compute_s[i]: compute time of an iteration of rank i since the last observation (trimmed_mean()), in seconds,
    /// for the present partition. Returns the partition to which all ranks change now; it is then the present one. An
    /// observation with a time that is not positive and finite (of a rank with cells) is ignored. Throws part::error
    /// for another number of ranks and for a negative number of iterations left.
    std::optional<repartition_choice> observe(std::span<const double> compute_s, std::int64_t iterations_left);
    /// The measured time of the last move, of the slowest rank. Later moves are expected to take as much longer or
    /// shorter than the model as this one. Ignored if not positive and finite.
    void moved(double seconds);

    [[nodiscard]] const part::partition& parts() const { return parts_; }
    /// The gain that a repartition needs at present according to `observations` observations, as a part of the
    /// iteration: the least gain, plus x sigma. sigma is the largest standard deviation of the mean of so many observed
    /// times of a rank, divided by the time of the slowest rank. If all times are normal, the slowest of p ranks seems
    /// slower by more than x sigma by chance in at most 5 % of all runs: p n Q(x) = 0.05 for n observations in a run
    /// and the normal tail Q.
    [[nodiscard]] double needed_gain(std::int64_t observations) const;
    [[nodiscard]] double least_gain() const { return least_gain_; }
    /// The expected time of moving from the present partition.
    [[nodiscard]] double expected_move_s(const part::partition& to) const;

  private:
    using times = std::vector<double>;
    /// What a repartition can save and costs.
    struct prospect {
        double iterations;  // for which its gain counts
        double moves;       // that it takes: 2 if the cells will certainly return
    };
    /// What the observations show and how far it counts.
    struct evidence {
        const times& cell_s;        // seconds per cell of each rank
        std::int64_t observations;  // 0: only the least gain is needed
        prospect ahead;
        bool decides = false;  // after the last confirmation
    };
    /// The candidate that saves most so far.
    struct leading_choice {
        std::optional<repartition_choice> choice{};
        double saved_s = 0;
    };
    [[nodiscard]] std::optional<repartition_choice> best_choice(const evidence& seen) const;
    void consider(const repartition_candidate& candidate, const evidence& seen, leading_choice& best) const;
    [[nodiscard]] bool pays(const repartition_choice& choice, const evidence& seen) const;
    [[nodiscard]] double gain_of(const part::partition& to, const times& cell_s) const;
    std::optional<repartition_choice> confirm(const times& cell_s, const prospect& ahead);
    [[nodiscard]] bool first_observed_differs() const;
    [[nodiscard]] std::span<const times> earlier_observations() const;
    [[nodiscard]] times with_earlier_times(times mean) const;
    [[nodiscard]] times expected_if_busy(times mean) const;
    [[nodiscard]] double deviation_of_rank(std::size_t rank, std::int64_t observations) const;
    [[nodiscard]] prospect prospect_with(std::int64_t iterations_left) const;
    void add_to_history(const times& cell_s);
    void check_last_gain(const times& cell_s);
    [[nodiscard]] times cell_times(std::span<const double> compute_s) const;

    part::partition parts_;
    part::partition before_;  // the last repartition
    repartition_settings settings_;
    moving_cost cost_;
    double least_gain_;
    double chance_;                // x
    std::vector<times> history_;   // the last observations, the newest last
    std::int64_t of_present_ = 0;  // how many of them are of the present partition
    std::int64_t last_left_;       // iterations that were left at the last observation
    std::int64_t interval_ = 0;    // iterations since the observation before it
    int changes_ = 0;              // repartitions so far
    double step_ = 1;              // how far the shares go to those of the measured speeds
    double move_factor_ = 1;       // measured time of a move divided by the expected one
    double modelled_move_s_ = 0;
    std::optional<repartition_choice> proposed_;
    std::vector<times> observed_;  // since the proposal
    double expected_s_ = 0;        // the last repartition: iteration without it and with it; 0: checked
    double without_s_ = 0;
};

}  // namespace banyan::grid
