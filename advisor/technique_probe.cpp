#include "advisor/technique_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>

#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "advisor/statistics.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/scattered_messages.hpp"
#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/collectives/chunked_message.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/choice.hpp"
#include "libnet/schedules/lin_network.hpp"

namespace banyan::advisor {
namespace {

using net::collective_kind;

constexpr net::tag scattered_tag{21};
constexpr std::size_t stride = 4;       // items from one scattered item to the next
constexpr std::size_t note_bytes = 24;  // what ranks tell each other about the lengths of alltoall_varying

constexpr const char *one_message = "one message", *one_message_each = "one message each";

std::string chunks_text(std::size_t bytes) {
    return fmt::format("chunks of {} bytes", bytes);
}

std::string groups_text(int groups) {
    return fmt::format("{} group{}", groups, groups == 1 ? "" : "s");
}

std::string first_part_text(std::size_t bytes) {
    return fmt::format("first part {} bytes", bytes);
}

net::scattered_options in_way(net::packing way) {
    net::scattered_options how;
    how.way = way;
    return how;
}

double seconds_of(const std::function<void()>& work) {
    const auto start = clock::now();
    work();
    return seconds_since(start);
}

// Scattered items of one message.
class scattered_items {
  public:
    explicit scattered_items(std::size_t bytes) : items_(bytes / sizeof(double) * stride) {}

    [[nodiscard]] net::const_regions to_send() const {
        return net::rows_of(items_.data(), items_.size() / stride, 1, stride);
    }
    [[nodiscard]] net::regions to_receive() { return net::rows_of(items_.data(), items_.size() / stride, 1, stride); }

  private:
    std::vector<double> items_;
};

// The median time to pack a byte of scattered items; equal on all ranks.
double time_packing(const net::group& world) {
    constexpr std::size_t bytes = std::size_t{64} << 10;
    const scattered_items items(bytes);
    std::vector<double> times;
    for (int i = 0; i < 9 && world.rank().value == 0; ++i) {
        const net::pack_function pack = net::packer_of(items.to_send());
        std::vector<std::byte> packed(bytes);
        times.push_back(seconds_of([&] { pack(0, packed); }) / static_cast<double>(bytes));
    }
    double found = times.empty() ? 0 : median(times);
    net::broadcast(world, found);
    return found;
}

class technique_series {
  public:
    technique_series(const net::group& world, const technique_probe_options& options, const net::network_model& model)
        : world_(world),
          options_(options),
          model_(model),
          hosts_(net::host_numbers(world)),
          packing_byte_s_(time_packing(world)) {}

    technique_report measure() {
        technique_report report{packing_byte_s_, {}};
        for (const std::size_t bytes : options_.bytes) {
            report.times.push_back(one_to_one(bytes));
            report.times.push_back(one_to_many(bytes));
            report.times.push_back(one_to_many_scattered(bytes));
            report.times.push_back(many_to_one(bytes));
            report.times.push_back(many_to_many(technique_names()[4], bytes, random_lengths(bytes)));
            report.times.push_back(many_to_many(technique_names()[5], bytes, figure_4_9(bytes)));
        }
        std::ranges::stable_sort(report.times, {}, [](const technique_times& one) {
            return std::ranges::find(technique_names(), one.technique) - technique_names().begin();
        });
        return report;
    }

  private:
    [[nodiscard]] int me() const { return world_.rank().value; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(world_.size()); }
    [[nodiscard]] net::collective_shape shape(std::size_t items) const {
        return {.size = world_.size(), .items = items, .host_of = hosts_};
    }

    // `part` is what this rank does in a call.
    [[nodiscard]] std::vector<double> sample(const std::function<void()>& part) const {
        const auto call = [&] {
            net::barrier(world_);
            return seconds_of(part);
        };
        (void)call();
        const int calls = static_cast<int>(std::clamp(options_.sample_s / longest_of(world_, call()), 1.0, 1000.0));
        std::vector<double> seconds;
        for (int i = 0; i < options_.samples; ++i) {
            double spent = 0;
            for (int k = 0; k < calls; ++k)
                spent += call();
            seconds.push_back(longest_of(world_, spent) / calls);
        }
        return seconds;
    }

    technique_times one_to_one(std::size_t bytes) const {
        const net::rank first{0}, last{world_.size() - 1};
        const bool same_host = hosts_.front() == hosts_.back();
        const auto choice = net::choose_chunk(same_host ? model_.inside_host : model_.between_hosts, packing_byte_s_,
                                              bytes, net::least_chunk_bytes, net::most_chunk_bytes);
        scattered_items items(bytes);
        const auto there_and_back = [&](net::packing way) {
            const net::scattered_options how = in_way(way);
            auto times = sample([&] {
                if (me() == first.value) send_scattered(world_, last, scattered_tag, items.to_send(), how);
                if (me() == last.value) recv_scattered(world_, first, scattered_tag, items.to_receive());
                if (me() == last.value) send_scattered(world_, first, scattered_tag, items.to_send(), how);
                if (me() == first.value) recv_scattered(world_, last, scattered_tag, items.to_receive());
            });
            for (double& s : times)
                s /= 2;
            return times;
        };
        const auto chosen = net::chunks_for_one(world_, me() == last.value ? first : last, bytes, {}, packing_byte_s_);
        return {technique_names()[0],
                bytes,
                {one_message, choice.plain_s, there_and_back(net::packing::plain)},
                {chunks_text(choice.overlapped_bytes), choice.overlapped_s, there_and_back(net::packing::overlapped)},
                chosen.count() == 1 ? one_message : chunks_text(chosen.first)};
    }

    technique_times one_to_many(std::size_t bytes) const {
        const std::size_t items = bytes / sizeof(double);
        std::vector<double> all(me() == 0 ? items * size() : 0), mine(items);
        const auto way = [&](std::string_view name, const std::string& setting) {
            const auto& how = *net::find_algorithm(collective_kind::scatter, name);
            return technique_way{
                setting, net::predict(how, shape(items), sizeof(double), model_).predicted_s,
                sample([&] { net::scatter(world_, all, mine, net::rank{0}, net::with_algorithm(name)); })};
        };
        const int groups = net::best_groups(shape(items), sizeof(double), model_);
        const std::string in_groups = groups_text(groups);
        const std::string chosen = chosen_algorithm(collective_kind::scatter, shape(items));
        return {technique_names()[1], bytes, way("linear", "linear"), way("two-level-groups", in_groups),
                chosen == "two-level-groups" ? in_groups : chosen};
    }

    // All ranks must choose the same groups, so the library chooses them by the Tc of the model. The predicted times
    // have the Tc of these items.
    technique_times one_to_many_scattered(std::size_t bytes) const {
        net::lin_parameters parameters = net::lin_parameters_of(model_, net::spread_of(shape(0)));
        parameters.copy_byte_s = packing_byte_s_;
        const int others = world_.size() - 1;
        const auto length = static_cast<double>(bytes);
        const int groups = net::groups_for_scatter(world_, bytes, in_way(net::packing::overlapped));
        const std::vector<scattered_items> all(me() == 0 ? size() : 0, scattered_items(bytes));
        scattered_items mine(bytes);
        std::vector<net::const_regions> pieces;
        for (const auto& items : all)
            pieces.push_back(items.to_send());
        const auto scattered = [&](net::packing way) {
            return sample([&] {
                scatter_scattered(world_, net::rank{0}, scattered_tag, pieces, mine.to_receive(), in_way(way));
            });
        };
        const int chosen = net::groups_for_scatter(world_, bytes, {});
        return {technique_names()[2],
                bytes,
                {one_message_each, net::one_to_many_time(parameters, others, length), scattered(net::packing::plain)},
                {groups_text(groups), net::two_level_time(parameters, others, length, groups),
                 scattered(net::packing::overlapped)},
                chosen == 0 ? one_message_each : groups_text(chosen)};
    }

    technique_times many_to_one(std::size_t bytes) const {
        net::lin_parameters parameters = net::lin_parameters_of(model_, net::spread_of(shape(0)));
        parameters.copy_byte_s = packing_byte_s_;
        const auto choice =
            net::choose_first_part(parameters, world_.size() - 1, bytes, net::least_chunk_bytes, net::most_chunk_bytes);
        const scattered_items mine(bytes);
        std::vector<scattered_items> all(me() == 0 ? size() : 0, scattered_items(bytes));
        std::vector<net::regions> places;
        for (auto& items : all)
            places.push_back(items.to_receive());
        const auto gathered = [&](net::packing way) {
            return sample(
                [&] { gather_scattered(world_, net::rank{0}, scattered_tag, mine.to_send(), places, in_way(way)); });
        };
        const auto chosen = net::parts_for_root(world_, net::rank{0}, bytes, {}, packing_byte_s_);
        return {technique_names()[3],
                bytes,
                {one_message_each, choice.plain_s, gathered(net::packing::plain)},
                {first_part_text(choice.first_bytes), choice.three_phase_s, gathered(net::packing::overlapped)},
                chosen.count() == 1 ? one_message_each : first_part_text(chosen.first)};
    }

    // Items from each rank to each.
    [[nodiscard]] std::vector<std::size_t> random_lengths(std::size_t bytes) const {
        std::mt19937 random(1995);
        std::vector<std::size_t> counts(size() * size());
        for (std::size_t& count : counts)
            count = random() % (bytes / sizeof(double) + 1);
        return counts;
    }
    [[nodiscard]] std::vector<std::size_t> figure_4_9(std::size_t bytes) const {
        std::vector<std::size_t> counts(size() * size(), 1);
        for (std::size_t i = 0; i < size() / 2; ++i)
            counts[i * size() + size() - 1 - i] = bytes / sizeof(double);
        return counts;
    }

    technique_times many_to_many(const std::string& name, std::size_t bytes,
                                 const std::vector<std::size_t>& matrix) const {
        const auto row = matrix.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(me()) * size());
        net::varying<double> out{{}, {row, row + static_cast<std::ptrdiff_t>(size())}};
        out.items.resize(net::detail::sum(out.counts));
        net::collective_shape call = shape(0);
        call.matrix = matrix;
        call.counts = out.counts;
        const auto chosen_s = [&](collective_kind kind, std::size_t item_bytes) {
            return net::choose(kind, shape(1), item_bytes, model_).predicted_s;
        };
        const double notes_s = chosen_s(collective_kind::alltoall, note_bytes);
        const auto way = [&](std::string_view algorithm, double lengths_s) {
            const auto& how = *net::find_algorithm(collective_kind::alltoall_varying, algorithm);
            const double predicted = lengths_s + net::predict(how, call, sizeof(double), model_).predicted_s;
            return technique_way{std::string(algorithm), predicted, sample([&] {
                                     (void)net::alltoall_varying(world_, out, net::with_algorithm(algorithm));
                                 })};
        };
        const double rows_s = chosen_s(collective_kind::allgather, size() * sizeof(std::size_t));
        return {name, bytes, way("pairwise", notes_s), way("balanced", notes_s + rows_s), chosen_exchange(call)};
    }

    [[nodiscard]] std::string chosen_algorithm(collective_kind kind, net::collective_shape call) const {
        const net::detail::collective_arguments arguments{.kind = kind, .item_bytes = sizeof(double)};
        return std::string(net::choose_algorithm(world_, arguments, call, {}).name);
    }
    // Without an exchange of all lengths, the choice does not know them.
    [[nodiscard]] std::string chosen_exchange(net::collective_shape call) const {
        net::block_extremes blocks = net::extremes_of(call.matrix.first(size()), 0);
        for (std::size_t r = 1; r < size(); ++r)
            blocks = net::extremes_of_both(blocks, net::extremes_of(call.matrix.subspan(r * size(), size()), r));
        if (!net::lengths_matter(world_, blocks, sizeof(double), {})) call.matrix = {};
        return chosen_algorithm(collective_kind::alltoall_varying, call);
    }

    const net::group& world_;
    const technique_probe_options& options_;
    const net::network_model& model_;
    std::vector<int> hosts_;
    double packing_byte_s_;
};

}  // namespace

const std::vector<std::string>& technique_names() {
    static const std::vector<std::string> names{"one-to-one",  "one-to-many",  "one-to-many-scattered",
                                                "many-to-one", "many-to-many", "many-to-many-figure-4.9"};
    return names;
}

technique_report measure_techniques(const net::group& world, const technique_probe_options& options,
                                    const net::network_model& model) {
    if (world.size() < 2) throw net::error(net::errc::invalid_argument, "the techniques need at least 2 tasks");
    net::detail::group_state::of(world).network.set(std::make_shared<const net::network_model>(model));
    return technique_series(world, options, model).measure();
}

}  // namespace banyan::advisor
