// Requests to the resource manager of this task, as PVM 3.4 sends them (pvm_reg_rm): instead of the PVM service, the
// manager answers calls about hosts and tasks.
#pragma once

#include <bit>
#include <optional>
#include <string>

#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::pvm3 {

/// The body of the message with which a manager has answered.
struct manager_answer {
    std::string body;
    std::endian byte_order;

    [[nodiscard]] xdr_reader reader() const { return xdr_reader(body, byte_order); }
};

/// If calls of this task go to a resource manager: one was registered on the task's host when the task enrolled, and
/// has not ended. Enrols. Throws net::error.
bool has_manager();

/// Sends a request with the tag SM_... and blocks until the manager answers with the same tag and wait id. Other
/// messages that arrive meanwhile are kept, and message handlers run. Nothing if the manager ends before: the caller
/// then asks the service, as it does from then on.
std::optional<manager_answer> ask_manager(int tag, const xdr_writer& body);

/// Sends a message that has no answer.
void tell_manager(int tag, const xdr_writer& body);

}  // namespace banyan::pvm3
