// For libraries: compares the calls of their own collective functions between the ranks while a program is debugged.
//
//   if (net::checks_calls(world)) net::expect_same_call(world, "transform", {{"points", n}, {"direction", "forward"}});
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::net {

/// A parameter that is equal on all ranks in a correct program: its name in the error line, and its value.
struct call_parameter {
    call_parameter(std::string_view n, std::string_view v) : name(n), value(v) {}
    call_parameter(std::string_view n, std::integral auto v) : name(n), value(std::to_string(v)) {}
    std::string name, value;
};

/// True if mailbox_options::check_collectives is set. It is equal on all ranks.
[[nodiscard]] bool checks_calls(const group& g);

/// Compares the name of a call and its parameters between all ranks, with one allgather_varying. Sends nothing unless
/// checks_calls(). Call checks_calls() first if the values take time to compute. Collective and blocking. If the calls
/// differ, all ranks throw errc::collective_mismatch with the same line, which names two ranks and the first
/// difference; the group can still be used. Other errors as net::allgather_varying.
void expect_same_call(const group& g, std::string_view call, const std::vector<call_parameter>& parameters,
                      deadline until = {});

}  // namespace banyan::net
