// Parts of messages of the control plane with usual and unusual fields.
#pragma once

#include "daemon/daemon.pb.h"
#include "libnet/joining/control.pb.h"
#include "tests/fuzz/support/values.hpp"

namespace banyan::testing {

void fill(net::control::Endpoints& endpoints, values& of);
void fill(net::control::Failure& failure, values& of);
void fill(net::control::GaveUp& gave_up, values& of);
void fill(net::control::Loss& loss, values& of);
void fill(net::control::Table& table, values& of);
void fill(net::control::Report& report, values& of);

/// Skips the bytes that the corpora have for former fields of StartRun and StartTask. The fields are now in
/// ProgramPart.
void skip_program_fields(values& of);
void fill(daemon::wire::ProgramPart& part, values& of);
void fill(daemon::wire::TerminalSize& size, values& of);
void fill(daemon::wire::StartRun& request, values& of);
/// The request of a command that may have to ask again, or asks again.
void fill_with_token(daemon::wire::StartRun& request, values& of);
void fill(daemon::wire::RunRecord& record, values& of);
void fill(daemon::wire::RunEnding& ending, values& of);
void fill(daemon::wire::TaskNotStarted& what, values& of);
/// Does not fill the record.
void fill(daemon::wire::RunKnown& known, values& of);
/// Does not fill the task and the run.
void fill(daemon::wire::TaskKnown& known, values& of);

}  // namespace banyan::testing
