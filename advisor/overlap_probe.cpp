#include "advisor/overlap_probe.hpp"

#include <algorithm>
#include <cmath>

#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

constexpr double most_rounds = 10'000;

struct activity {
    bool sweeps;
    bool exchanges;
};
constexpr activity sweep_alone{true, false};
constexpr activity exchange_alone{false, true};
constexpr activity both_at_once{true, true};

// One method during calibration: its messages, and the number of rounds in a sample of each activity.
class calibrated_run {
  public:
    calibrated_run(const net::group& world, const calibrated_method& method, kernel& application)
        : world_(world), method_(method), application_(application), exchange_(world, method.messages) {}

    void prepare() {
        if (method_.mine.cells() > 0) application_.prepare(method_.mine);
    }
    void choose_rounds(double sample_s) {
        sweeps_ = rounds_for(sweep_alone, sample_s);
        exchanges_ = rounds_for(exchange_alone, sample_s);
        both_ = rounds_for(both_at_once, sample_s);
    }
    void measure(overlap_calibration& out) {
        out.sweep_s.push_back(sample(sweep_alone, sweeps_));
        out.exchange_s.push_back(sample(exchange_alone, exchanges_));
        out.both_s.push_back(sample(both_at_once, both_));
    }

  private:
    int rounds_for(activity what, double sample_s) {
        const double once = std::max(sample(what, 2), 1e-8);
        return static_cast<int>(std::clamp(std::ceil(sample_s / once), 1.0, most_rounds));
    }

    double sample(activity what, int rounds) {
        net::barrier(world_);
        const auto start = clock::now();
        for (int i = 0; i < rounds; ++i) {
            if (what.exchanges) exchange_.start();
            if (what.sweeps && method_.mine.cells() > 0) application_.sweep();
            if (what.exchanges) exchange_.finish();
        }
        return longest_of(world_, seconds_since(start) / rounds);
    }

    const net::group& world_;
    const calibrated_method& method_;
    kernel& application_;
    pattern_exchange exchange_;
    int sweeps_ = 1;
    int exchanges_ = 1;
    int both_ = 1;
};

}  // namespace

std::vector<overlap_calibration> calibrate_overlap(const net::group& world,
                                                   const std::vector<calibrated_method>& methods, kernel& application,
                                                   const calibration_options& options) {
    std::vector<calibrated_run> runs;
    runs.reserve(methods.size());
    for (const auto& method : methods) {
        runs.emplace_back(world, method, application);
        runs.back().prepare();
        runs.back().choose_rounds(options.sample_s);
    }
    std::vector<overlap_calibration> out(methods.size());
    for (int i = 0; i < options.samples; ++i) {
        for (std::size_t m = 0; m < runs.size(); ++m) {
            runs[m].prepare();
            runs[m].measure(out[m]);
        }
    }
    return out;
}

}  // namespace banyan::advisor
