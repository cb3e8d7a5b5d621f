#include "advisor/overlap_probe.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "advisor/ring.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

using clock = std::chrono::steady_clock;
constexpr double most_rounds = 10'000;

class probe {
  public:
    probe(const net::group& world, const shape& mine, kernel& application, const overlap_options& options)
        : world_(world),
          has_cells_(mine.cells() > 0),
          application_(application),
          options_(options),
          ring_(world, options.bytes, options.messages) {
        if (has_cells_) application_.prepare(mine);
    }

    overlap_samples run() {
        const part sweep{true, false}, exchange{false, true}, both{true, true};
        const int sweeps = rounds_for(sweep), exchanges = rounds_for(exchange), boths = rounds_for(both);
        overlap_samples out;
        for (int i = 0; i < options_.samples; ++i) {
            out.sweep_s.push_back(sample(sweep, sweeps));
            out.exchange_s.push_back(sample(exchange, exchanges));
            out.both_s.push_back(sample(both, boths));
        }
        return out;
    }

  private:
    struct part {
        bool sweeps;
        bool exchanges;
    };

    int rounds_for(part what) {
        sample(what, 1);
        const double once = std::max(sample(what, 3), 1e-8);
        return static_cast<int>(std::clamp(std::ceil(options_.sample_s / once), 1.0, most_rounds));
    }

    double sample(part what, int rounds) {
        net::barrier(world_);
        const auto start = clock::now();
        for (int i = 0; i < rounds; ++i) {
            if (what.exchanges) ring_.start(options_.messages, options_.bytes);
            if (what.sweeps && has_cells_) application_.sweep();
            if (what.exchanges) ring_.finish();
        }
        return longest_of(world_, std::chrono::duration<double>(clock::now() - start).count() / rounds);
    }

    const net::group& world_;
    bool has_cells_;
    kernel& application_;
    const overlap_options& options_;
    ring ring_;
};

}  // namespace

overlap_samples measure_overlap(const net::group& world, const shape& mine, kernel& application,
                                const overlap_options& options) {
    return probe(world, mine, application, options).run();
}

}  // namespace banyan::advisor
