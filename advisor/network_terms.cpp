#include "advisor/network_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

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
        const double value = ring->tau_s_per_byte / single->tau_s_per_byte;
        const double ring_part = ring->tau_ci95.half_width() / ring->tau_s_per_byte;
        const double single_part = single->tau_ci95.half_width() / single->tau_s_per_byte;
        if (ring_part >= 1 || single_part >= 1) {
            result_.left_out.push_back({name, fmt::format("the time per byte {} has an interval that contains 0",
                                                          ring_part >= 1 ? "of the ring" : "of a single message")});
            return;
        }
        const double half = std::hypot(ring_part, single_part);  // of the logarithm
        add(name, "", value, {value * std::exp(-half), value * std::exp(half)});
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
