#include "advisor/network_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "advisor/contention_cases.hpp"
#include "advisor/network_fit.hpp"

namespace banyan::advisor {
namespace {

class analysis {
  public:
    explicit analysis(const network_samples& samples) : samples_(samples) {}

    network_terms run() {
        const auto send = overhead("send overhead", samples_.overheads.send_s);
        const auto receive = overhead("receive overhead", samples_.overheads.receive_s);
        const auto single = line("of a single message", sizes_of(0));
        if (single) {
            add("latency of a single message", "s", single->lambda_s, single->lambda_ci95);
            add("time per byte of a single message", "s/byte", single->tau_s_per_byte, single->tau_ci95);
        }
        if (single && send && receive) wire_latency(*single, *send, *receive);
        for (const auto messages : rings()) {
            contention(messages, single);
        }
        contention_at_places();
        segments();
        result_.classes = classes_of(samples_.pairs);
        return std::move(result_);
    }

  private:
    void add(const std::string& name, const std::string& unit, double value, const interval& ci95) {
        if (ci95.lo > 0) {
            result_.terms.push_back({name, unit, value, ci95});
            return;
        }
        result_.left_out.push_back(
            {name,
             fmt::format("{:.3g}{}{}, {} ({:.2g}..{:.2g})", value, unit.empty() ? "" : " ", unit,
                         ci95.hi < 0 ? "a negative time" : "with an interval that contains 0", ci95.lo, ci95.hi)});
    }

    std::optional<network_term> overhead(const std::string& name, const std::vector<double>& seconds) {
        if (seconds.empty()) {
            result_.left_out.push_back({name, "it was not measured"});
            return std::nullopt;
        }
        const network_term term{name, "s", median(seconds), median_interval(seconds)};
        add(name, term.unit, term.value, term.ci95);
        return term;
    }

    // Messages of all tasks at once, of the rings; 1 is a single message.
    std::vector<double> rings() const {
        std::vector<double> found;
        for (const auto& e : samples_.exchanges) {
            const double messages = e.load.total_messages;
            if (messages > 1 && std::ranges::count(found, messages) == 0) found.push_back(messages);
        }
        return found;
    }

    // The sizes of the single messages (0), or of the rings with that many messages of all tasks; bytes of one message.
    std::vector<size_samples> sizes_of(double messages) const {
        std::vector<size_samples> sizes;
        for (const auto& e : samples_.exchanges) {
            const bool is_wanted = messages == 0 ? e.load.total_messages == 1 : e.load.total_messages == messages;
            if (is_wanted) sizes.push_back({e.load.total_bytes / e.load.total_messages, e.seconds});
        }
        return sizes;
    }

    std::optional<network_fit> line(const std::string& of, const std::vector<size_samples>& sizes) {
        try {
            return fit_network(sizes);
        } catch (const not_identifiable& error) {
            result_.left_out.push_back({"latency and time per byte " + of, error.why()});
            return std::nullopt;
        }
    }

    // Independent errors of the three numbers are added as squares.
    void wire_latency(const network_fit& single, const network_term& send, const network_term& receive) {
        const double value = single.lambda_s - send.value - receive.value;
        const double half =
            std::hypot(single.lambda_ci95.half_width(), send.ci95.half_width(), receive.ci95.half_width());
        add("wire latency of a message", "s", value, {value - half, value + half});
    }

    void contention(double messages, const std::optional<network_fit>& single) {
        const auto name = fmt::format("gamma({:.0f})", messages);
        if (!single) {
            result_.left_out.push_back({name, "it needs the time per byte of a single message"});
            return;
        }
        const auto ring = line(fmt::format("with {:.0f} messages at once", messages), sizes_of(messages));
        if (!ring) return;
        add_quotient(name, {ring->tau_s_per_byte, ring->tau_ci95.half_width()}, "of the ring",
                     {single->tau_s_per_byte, single->tau_ci95.half_width()});
    }

    struct byte_time {
        double seconds = 0;
        double half_width = 0;  // of the 95 % interval
        [[nodiscard]] bool is_known() const { return half_width < seconds; }
        [[nodiscard]] double relative() const { return half_width / seconds; }
    };

    // Independent errors of both times are added as squares.
    void add_quotient(const std::string& name, const byte_time& several, const std::string& of_several,
                      const byte_time& single) {
        if (!several.is_known() || !single.is_known()) {
            result_.left_out.push_back({name, fmt::format("the time per byte {} has an interval that contains 0",
                                                          several.is_known() ? "of a single message" : of_several)});
            return;
        }
        const double value = several.seconds / single.seconds;
        const double half = std::hypot(several.relative(), single.relative());  // of the logarithm
        add(name, "", value, {value * std::exp(-half), value * std::exp(half)});
    }

    // From the median times of the shortest and of the longest message. A time that both have is not of their bytes.
    byte_time byte_time_at(const std::string& place, int messages) const {
        const contention_samples *shortest = nullptr, *longest = nullptr;
        for (const auto& one : samples_.contention) {
            if (one.place != place || one.messages != messages || one.seconds.empty()) continue;
            if (shortest == nullptr || one.bytes < shortest->bytes) shortest = &one;
            if (longest == nullptr || one.bytes > longest->bytes) longest = &one;
        }
        if (shortest == nullptr || !(longest->bytes > shortest->bytes)) return {};
        const double bytes = longest->bytes - shortest->bytes;
        const double half =
            std::hypot(median_interval(shortest->seconds).half_width(), median_interval(longest->seconds).half_width());
        return {(median(longest->seconds) - median(shortest->seconds)) / bytes, half / bytes};
    }

    void contention_at_places() {
        if (samples_.contention.empty()) {
            if (!samples_.exchanges.empty())
                result_.left_out.push_back({"gamma by place", "its messages take too long for this measurement"});
            return;
        }
        const auto single = byte_time_at(contention_places[0], 1);
        for (const std::string place : contention_places) {
            std::set<int> counts;
            for (const auto& one : samples_.contention)
                if (one.place == place && one.messages > 1) counts.insert(one.messages);
            for (const int messages : counts)
                add_quotient(fmt::format("gamma({}), {}", messages, place), byte_time_at(place, messages),
                             "of these messages", single);
            if (counts.empty())
                result_.left_out.push_back({fmt::format("gamma, {}", place), "there are too few hosts or tasks"});
        }
    }

    void segments() {
        try {
            if (const auto sizes = sizes_of(0); !sizes.empty()) result_.segments = fit_segments(sizes);
        } catch (const not_identifiable& error) {
            result_.left_out.push_back({"lines by message size", error.why()});
        }
    }

    const network_samples& samples_;
    network_terms result_;
};

}  // namespace

network_terms analyse_network(const network_samples& samples) {
    return analysis(samples).run();
}

}  // namespace banyan::advisor
