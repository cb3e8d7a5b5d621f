// The choices that a seed makes in advance: hosts, programs, delays, faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/libnet/simulator/dice.hpp"
#include "tests/libnet/simulator/virtual_clock.hpp"

namespace banyan::daemon::simulation {

using net::simulation::dice;
using net::simulation::nanoseconds;

inline constexpr nanoseconds millisecond = 1'000'000;
inline constexpr nanoseconds second = 1000 * millisecond;

/// One step of a simulated program.
struct step {
    enum class act {
        print,          ///< prints `number` bytes
        pause,          ///< waits `number` nanoseconds
        attach,         ///< publishes, then waits for the table or a loss
        read,           ///< reads `number` bytes of input, or up to its end
        read_all,       ///< reads input up to its end
        give_up,        ///< gives up the connection to rank `number`
        await_give_up,  ///< waits until it is told that rank `number` has given it up or is lost
        await_losses,   ///< waits until all others are lost
        hang,           ///< waits until a signal ends it
        leave
    };
    act what = act::pause;
    std::uint64_t number = 0;
    bool is_error = false;
};

/// What a simulated task does if it is asked to end.
enum class on_request { dies, ends_in_order, ignores };

struct program {
    int not_started_status = 0;  ///< if it cannot be started
    std::vector<step> steps{};
    on_request policy = on_request::dies;
    nanoseconds end_pause = 0;  ///< before an orderly end
    int exit_status = 0;
    int signal = 0;              ///< the signal that ends it, in place of exit_status
    bool has_exception = false;  ///< whether it reports why it aborts
    bool answers_reports = true;

    [[nodiscard]] bool has(step::act what) const;
    /// True if it ends without its own error.
    [[nodiscard]] bool is_well() const;
};

/// The loss of a host.
struct host_fault {
    enum class kind { at_a_time, while_down, late, silent };
    std::uint32_t host = 0;
    kind how = kind::at_a_time;
    nanoseconds at = 0;     ///< for at_a_time only
    std::size_t crash = 0;  ///< for the other kinds: number of the crash
};

/// The moment at which a coordinator dies: after a number of messages of one kind or of any kind, or after a time.
struct crash {
    std::size_t after_messages = 0;  ///< 0: after a time
    int kind = any_message;
    nanoseconds after = 0;
    nanoseconds down_for = 0;

    static constexpr int any_message = 0;
    /// Added to the numbers of the messages of the command, so that they differ from those of hosts.
    static constexpr int of_command = 100;
};

struct user_signal {
    nanoseconds at = 0;
    int number = 0;
};

struct scenario {
    enum class mood { well, one_fails, interrupted, time_limit, wild };

    static scenario from(dice& random);

    mood how = mood::well;
    std::uint32_t hosts = 1;
    std::vector<std::uint32_t> places{};  ///< host number by rank
    std::vector<program> programs{};      ///< by rank
    nanoseconds most_latency = 0;
    nanoseconds most_pause = 0;
    std::size_t pipe_bytes = 0;
    std::size_t most_printed_bytes = 0;  ///< in one step
    bool wants_input = false;
    std::size_t input_bytes = 0;
    std::size_t input_window_bytes = 0;  ///< bytes that can be in transit to the task
    std::optional<nanoseconds> time_limit{};
    std::optional<nanoseconds> grace{};
    std::vector<crash> crashes{};
    std::vector<host_fault> faults{};
    std::vector<user_signal> signals{};
    std::optional<nanoseconds> command_dies{};

    [[nodiscard]] std::size_t size() const { return programs.size(); }

  private:
    void choose_programs(dice& random);
    void choose_ends(dice& random);
    void choose_give_up(dice& random);
    void choose_faults(dice& random);
    [[nodiscard]] step print(dice& random) const;
    [[nodiscard]] step some_step(dice& random, bool reads) const;
};

}  // namespace banyan::daemon::simulation
