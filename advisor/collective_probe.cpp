#include "advisor/collective_probe.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/choice.hpp"
#include "libnet/schedules/collective_traits.hpp"

namespace banyan::advisor {
namespace {

using net::collective_kind;

using item = std::int64_t;  // exact, so that a sum may use every algorithm, also by the automatic choice

constexpr const char* automatic = "automatic";
constexpr int trial_calls = 2;
constexpr double most_calls = 10'000;

// A collective with its memory.
class measured_call {
  public:
    measured_call(const net::group& world, collective_kind kind, std::size_t items)
        : world_(world), kind_(kind), hosts_(net::host_numbers(world)), items_(items) {
        const auto p = static_cast<std::size_t>(world.size());
        const bool has_input = kind != collective_kind::barrier && kind != collective_kind::broadcast;
        if (has_input) input_.resize(net::has_blocks_as_input(kind) ? p * items : items);
        if (kind != collective_kind::barrier) output_.resize(net::has_blocks_as_output(kind) ? p * items : items);
    }
    [[nodiscard]] collective_kind kind() const { return kind_; }
    [[nodiscard]] net::collective_shape shape() const {
        return {.size = world_.size(), .items = items_, .commutative = true, .host_of = hosts_};
    }
    void run(const net::collective_options& how) {
        const auto in = std::as_bytes(std::span(input_));
        const auto out = std::as_writable_bytes(std::span(output_));
        const std::plus<> sum;
        net::detail::run_collective(world_,
                                    net::is_reduction(kind_)
                                        ? net::detail::arguments_for_reduction<item>(kind_, in, out, sum)
                                        : net::detail::arguments_for<item>(kind_, in, out),
                                    how);
    }
    // Seconds that this rank spends in `calls` calls.
    double time(const net::collective_options& how, int calls) {
        double spent = 0;
        auto start = clock::now();
        for (int i = 0; i < calls; ++i) {
            if (net::has_root(kind_)) {
                net::barrier(world_);
                start = clock::now();
            }
            run(how);
            if (net::has_root(kind_)) spent += seconds_since(start);
        }
        return net::has_root(kind_) ? spent : seconds_since(start);
    }

  private:
    const net::group& world_;
    collective_kind kind_;
    std::vector<int> hosts_;
    std::size_t items_;
    std::vector<item> input_, output_;
};

std::vector<double> sample_times(const net::group& world, measured_call& call, const net::collective_options& how,
                                 const collective_probe_options& options) {
    (void)call.time(how, trial_calls);
    const double trial_s = longest_of(world, call.time(how, trial_calls)) / trial_calls;
    const int calls = static_cast<int>(std::clamp(options.sample_s / trial_s, 1.0, most_calls));
    std::vector<double> seconds;
    for (int i = 0; i < options.samples; ++i) {
        net::barrier(world);
        seconds.push_back(longest_of(world, call.time(how, calls)) / calls);
    }
    return seconds;
}

bool is_wanted(const collective_probe_options& options, std::string_view name) {
    return options.algorithms.empty() || std::ranges::count(options.algorithms, name) > 0;
}

// One collective of one length: the algorithms that fit, then the automatic choice.
class collective_series {
  public:
    collective_series(const net::group& world, const collective_probe_options& options, const net::network_model& model,
                      const std::string& name, std::size_t bytes)
        : world_(world),
          options_(options),
          model_(model),
          name_(name),
          bytes_(bytes),
          call_(world, collective_of(name), bytes / sizeof(item)) {}

    void measure(std::vector<collective_times>& out) {
        for (const net::algorithm* how : net::all_algorithms()) {
            const bool fits = how->kind == call_.kind() && (!how->fits || how->fits(call_.shape()));
            if (!fits || !is_wanted(options_, how->name)) continue;
            const auto [time, segment] = net::predict(*how, call_.shape(), sizeof(item), model_);
            add(out, {.algorithm = std::string(how->name), .predicted_s = time}, how->name, segment);
        }
        if (is_wanted(options_, automatic)) measure_choice(out);
    }

  private:
    void measure_choice(std::vector<collective_times>& out) {
        const auto choice = net::choose(call_.kind(), call_.shape(), sizeof(item), model_, net::exactness::exact);
        add(out,
            {.algorithm = automatic,
             .chosen = std::string(choice.how->name),
             .predicted_s = choice.predicted_s,
             .explanation = net::explain(call_.kind(), call_.shape(), sizeof(item), choice)},
            automatic, choice.segment);
    }
    void add(std::vector<collective_times>& out, collective_times row, std::string_view algorithm,
             std::size_t segment_items) {
        row.collective = name_;
        row.bytes = bytes_;
        row.segment_bytes = segment_items * sizeof(item);
        net::collective_options call = net::with_algorithm(algorithm);
        if (algorithm != automatic) call.segment_bytes = row.segment_bytes;
        row.seconds = sample_times(world_, call_, call, options_);
        out.push_back(std::move(row));
    }

    const net::group& world_;
    const collective_probe_options& options_;
    const net::network_model& model_;
    const std::string& name_;
    std::size_t bytes_;
    measured_call call_;
};

}  // namespace

std::vector<std::string> collective_names() {
    std::vector<std::string> names;
    for (const collective_kind kind : net::collectives_with_algorithms()) {
        const std::string name(net::name_of(kind));
        if (!name.ends_with("_varying")) names.push_back(name);
    }
    return names;
}

collective_kind collective_of(const std::string& name) {
    for (const collective_kind kind : net::collectives_with_algorithms())
        if (net::name_of(kind) == name) return kind;
    throw std::invalid_argument("'" + name + "' is not a collective");
}

std::vector<collective_times> measure_collectives(const net::group& world, const collective_probe_options& options,
                                                  const net::network_model& model) {
    std::vector<collective_times> all;
    net::detail::group_state::of(world).network.set(std::make_shared<const net::network_model>(model));
    for (const std::string& name : options.collectives.empty() ? collective_names() : options.collectives) {
        const std::vector<std::size_t> none{0};
        const bool has_items = collective_of(name) != collective_kind::barrier;
        for (const std::size_t bytes : has_items ? options.bytes : none)
            collective_series(world, options, model, name, bytes).measure(all);
    }
    return all;
}

}  // namespace banyan::advisor
