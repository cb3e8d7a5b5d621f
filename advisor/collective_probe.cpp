#include "advisor/collective_probe.hpp"

#include <algorithm>
#include <cmath>
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
#include "libnet/schedules/lin_network.hpp"
#include "libnet/schedules/same_schedules.hpp"

namespace banyan::advisor {
namespace {

using net::collective_kind;

using item = std::int64_t;  // exact, so that a sum may use every algorithm, also by the automatic choice

constexpr const char* automatic = "automatic";
// Before each call of a collective with a root. All ranks leave it at about the same time. Another barrier would favour
// the broadcasts along its own tree.
const net::collective_options untimed = net::with_algorithm("dissemination");
constexpr int most_calls = 100'000;  // of a sample
constexpr double first_use_s = 0.2;

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
                net::barrier(world_, untimed);
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

// Every rank sends to every other one for a while, because the first messages of a connection are slow.
void use_all_connections(const net::group& world) {
    constexpr int calls = 16;
    measured_call call(world, collective_kind::alltoall, 1);
    for (double spent_s = 0; spent_s < first_use_s;)
        spent_s += longest_of(world, call.time(net::with_algorithm("linear"), calls));
}

// The calls of a sample, from trial calls. Equal on all ranks.
int calls_in_sample(const net::group& world, measured_call& call, const net::collective_options& how, double sample_s) {
    for (int calls = 1;; calls *= 4) {
        const double trial_s = longest_of(world, call.time(how, calls));
        if (trial_s < sample_s / 4 && calls < most_calls) continue;
        return static_cast<int>(std::clamp(std::ceil(sample_s * calls / trial_s), 1.0, double{most_calls}));
    }
}

bool is_wanted(const collective_probe_options& options, std::string_view name) {
    return options.algorithms.empty() || std::ranges::count(options.algorithms, name) > 0;
}

// An algorithm, or the automatic choice, and how it is called.
struct measured_algorithm {
    collective_times times;
    const net::algorithm* algorithm = nullptr;  // that is carried out
    std::size_t segment = 0;                    // items
    net::collective_options how{};
    int calls = 1;  // of a sample
};

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
        add_algorithms();
        if (is_wanted(options_, automatic)) add_choice();
        for (measured_algorithm& one : all_)
            one.calls = calls_in_sample(world_, call_, one.how, options_.sample_s);
        for (int sample = 0; sample < options_.samples; ++sample)
            for (const std::size_t i : order_of_sample(options_.first_sample + sample, all_.size()))
                take_sample(all_[i]);
        for (measured_algorithm& one : all_)
            out.push_back(std::move(one.times));
    }

  private:
    void add_algorithms() {
        for (const net::algorithm* how : net::all_algorithms()) {
            const bool fits = how->kind == call_.kind() && (!how->fits || how->fits(call_.shape()));
            if (!fits || !is_wanted(options_, how->name)) continue;
            const net::timed_segment predicted = net::predict(*how, call_.shape(), sizeof(item), model_);
            add({.algorithm = std::string(how->name), .predicted_s = predicted.predicted_s}, how, predicted.segment);
            all_.back().how.segment_bytes = all_.back().times.segment_bytes;
        }
    }
    void add_choice() {
        const auto choose_by = [&](const net::network_model& model) {
            return net::choose(call_.kind(), call_.shape(), sizeof(item), model, net::exactness::exact);
        };
        const auto choice = choose_by(model_);
        const net::algorithm* by_prediction = choice.how;
        if (choice.is_measured) {
            net::network_model only_numbers = model_;
            only_numbers.fastest.clear();
            by_prediction = choose_by(only_numbers).how;
        }
        add({.algorithm = automatic,
             .chosen = std::string(choice.how->name),
             .chosen_by_prediction = std::string(by_prediction->name),
             .predicted_s = choice.predicted_s,
             .explanation = net::explain(call_.kind(), call_.shape(), sizeof(item), choice)},
            choice.how, choice.segment);
    }
    void add(collective_times times, const net::algorithm* algorithm, std::size_t segment) {
        times.collective = name_;
        times.bytes = bytes_;
        times.segment_bytes = segment * sizeof(item);
        const bool is_choice = !times.chosen.empty();
        measured_algorithm one{std::move(times), algorithm, segment,
                               net::with_algorithm(is_choice ? automatic : algorithm->name)};
        for (const measured_algorithm& before : all_)
            if (one.times.same_as.empty() && does_the_same(before, one)) one.times.same_as = before.times.algorithm;
        all_.push_back(std::move(one));
    }
    [[nodiscard]] bool does_the_same(const measured_algorithm& one, const measured_algorithm& other) const {
        return net::have_same_schedules(*one.algorithm, shape_of(one), *other.algorithm, shape_of(other));
    }
    [[nodiscard]] net::collective_shape shape_of(const measured_algorithm& one) const {
        net::collective_shape shape = call_.shape();
        shape.segment = one.segment;
        if (call_.kind() == collective_kind::scatter) shape.groups = net::best_groups(shape, sizeof(item), model_);
        return shape;
    }
    void take_sample(measured_algorithm& one) {
        net::barrier(world_);
        one.times.seconds.push_back(longest_of(world_, call_.time(one.how, one.calls)) / one.calls);
    }

    const net::group& world_;
    const collective_probe_options& options_;
    const net::network_model& model_;
    const std::string& name_;
    std::size_t bytes_;
    measured_call call_;
    std::vector<measured_algorithm> all_;
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

// Row r of the design is 0, 1, n - 1, 2, n - 2, ... plus r, modulo n.
std::vector<std::size_t> order_of_sample(int sample, std::size_t algorithms) {
    std::vector<std::size_t> order(algorithms);
    const auto row = static_cast<std::size_t>(sample / 2);
    for (std::size_t i = 0; i < algorithms; ++i)
        order[i] = ((i % 2 == 1 ? (i + 1) / 2 : algorithms - i / 2) + row) % algorithms;
    if (sample % 2 == 1) std::ranges::reverse(order);
    return order;
}

std::vector<collective_times> measure_collectives(const net::group& world, const collective_probe_options& options,
                                                  const net::network_model& model) {
    std::vector<collective_times> all;
    net::detail::group_state::of(world).network.set(std::make_shared<const net::network_model>(model));
    use_all_connections(world);
    for (const std::string& name : options.collectives.empty() ? collective_names() : options.collectives) {
        const std::vector<std::size_t> none{0};
        const bool has_items = collective_of(name) != collective_kind::barrier;
        for (const std::size_t bytes : has_items ? options.bytes : none)
            collective_series(world, options, model, name, bytes).measure(all);
    }
    return all;
}

}  // namespace banyan::advisor
