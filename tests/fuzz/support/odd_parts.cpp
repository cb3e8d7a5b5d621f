#include "tests/fuzz/support/odd_parts.hpp"

#include <unistd.h>

namespace banyan::testing {

namespace wire = daemon::wire;
namespace control = net::control;

namespace {

void fill(control::Awaited& awaited, values& of) {
    awaited.set_send(of.flag());
    awaited.set_peer(of.task());
    awaited.set_any_tag(of.flag());
    awaited.set_tag(of.number());
    awaited.set_bytes(static_cast<std::uint64_t>(of.wide_number()));
    awaited.set_under_way(of.flag());
}

std::string token(values& of) {
    const unsigned which = of.pick(4);
    return which < 2 ? std::string("token") + (which == 0 ? "0" : "1") : which == 2 ? "" : of.text();
}

}  // namespace

void fill(control::Endpoints& endpoints, values& of) {
    for (unsigned count = of.pick(3); count > 0; --count)
        endpoints.add_tcp(of.text());
    endpoints.set_unix_path(of.text());
}

void fill(control::Failure& failure, values& of) {
    failure.set_text(of.text());
    failure.set_follows(of.task());
}

void fill(control::GaveUp& gave_up, values& of) {
    gave_up.set_peer(of.task());
    gave_up.set_code(of.number());
    gave_up.set_text(of.text());
}

void fill(control::Loss& loss, values& of) {
    loss.set_task(of.task());
    loss.set_text(of.text());
    loss.set_host_lost(of.flag());
    loss.set_orderly(of.flag());
    loss.set_link_only(of.flag());
}

void fill(control::Table& table, values& of) {
    for (unsigned count = of.pick(5); count > 0; --count) {
        auto& member = *table.add_members();
        member.set_task(of.task());
        member.set_host(of.text());
        member.set_host_number(static_cast<std::uint32_t>(of.number()));
        fill(*member.mutable_endpoints(), of);
    }
}

void fill(control::Report& report, values& of) {
    report.set_request(of.pick(4));
    for (unsigned calls = of.pick(3); calls > 0; --calls) {
        auto& call = *report.add_calls();
        call.set_kind(of.number());
        for (unsigned count = of.pick(3); count > 0; --count)
            fill(*call.add_awaited(), of);
        call.set_awaited_count(static_cast<std::uint32_t>(of.number()));
        call.set_seconds(of.real());
    }
    for (unsigned count = of.pick(3); count > 0; --count) {
        auto& message = *report.add_messages();
        message.set_source(of.task());
        message.set_tag(of.number());
        message.set_bytes(static_cast<std::uint64_t>(of.wide_number()));
    }
    if (of.pick(64) == 63)  // a field of a later version; a few such reports are too long for a frame
        (void)report.MergeFromString("\xa2\x06\xe0\xa7\x12" + std::string(300'000, 'z'));
    report.set_message_count(static_cast<std::uint64_t>(of.wide_number()));
}

void skip_program_fields(values& of) {
    static_cast<void>(of.text());
    static_cast<void>(of.flag());
}

void fill(wire::ProgramPart& part, values& of) {
    part.set_run(static_cast<std::int32_t>(of.pick(4)));
    for (unsigned count = of.pick(3); count > 0; --count)
        part.add_command(of.text());
    for (unsigned count = of.pick(3); count > 0; --count)
        part.add_settings(of.text());
    for (unsigned count = of.pick(3); count > 0; --count)
        part.add_own_environment(of.text());
    part.set_on_own_computer(of.flag());
}

void fill(wire::TerminalSize& size, values& of) {
    size.set_rows(of.number());
    size.set_columns(of.number());
}

void fill(wire::StartRun& request, values& of) {
    request.set_tasks(of.number());
    request.set_per_host(of.number());
    for (unsigned count = of.pick(3); count > 0; --count)
        request.add_hosts(of.flag() ? "a" : of.text());
    skip_program_fields(of);
    request.set_timeout_ms(of.wide_number());
    request.set_wants_input(of.flag());
    static_cast<void>(of.number());
    if (of.flag()) fill(*request.mutable_output_terminal(), of);
    if (of.flag()) request.set_grace_ms(of.wide_number());
}

// The request of a command that may have to ask again, or asks again.
void fill_with_token(wire::StartRun& request, values& of) {
    fill(request, of);
    request.set_token(token(of));
    for (unsigned count = of.pick(4); count > 0; --count)
        request.add_received(static_cast<std::uint64_t>(of.wide_number()));
    for (unsigned count = of.pick(4); count > 0; --count)
        request.add_credited(static_cast<std::uint64_t>(of.wide_number()));
    request.set_asked_to_end_by(of.number());
}

void fill(wire::RunRecord& record, values& of) {
    record.set_run(static_cast<std::int32_t>(of.pick(4)));
    fill_with_token(*record.mutable_request(), of);
    record.mutable_request()->set_command_pid(of.flag() ? ::getpid() : of.number());
    record.set_program(of.text());
    for (unsigned count = of.pick(4); count > 0; --count)
        record.add_tasks(of.task());
    for (unsigned count = of.pick(3); count > 0; --count) {
        auto& host = *record.add_hosts();
        host.set_number(of.flag() ? of.pick(3) : static_cast<std::uint32_t>(of.number()));
        host.set_name(of.text());
    }
}

void fill(wire::RunEnding& ending, values& of) {
    ending.set_run(static_cast<std::int32_t>(of.pick(4)));
    if (of.flag()) {
        ending.mutable_result()->set_status(of.number());
        ending.mutable_result()->set_text(of.text());
    }
    ending.set_interrupted_by(of.flag() ? of.number() : 0);
    const unsigned more = of.number();
    ending.set_killed((more & 1) != 0);
    if (more & 2) ending.set_grace_ms(of.wide_number());
}

void fill(wire::TaskNotStarted& what, values& of) {
    what.set_task(of.task());
    what.set_text(of.text());
    what.set_status(of.number());
}

void fill(wire::RunKnown& known, values& of) {
    known.set_run(static_cast<std::int32_t>(of.pick(4)));
    if (of.flag()) fill(*known.mutable_ending(), of);
    known.set_age_ms(of.wide_number());
    const unsigned more = of.number();
    known.set_has_table((more & 1) != 0);
    if (more & 2) known.set_ending_age_ms(of.wide_number());
    if (more & 4) {
        auto& elsewhere = *known.add_elsewhere();
        fill(elsewhere, of);
        elsewhere.set_task(of.task());
        elsewhere.set_run(known.run());
        elsewhere.set_ended(true);
    }
    for (unsigned count = of.pick(3); count > 0; --count)
        fill(*known.add_losses(), of);
}

void fill(wire::TaskKnown& known, values& of) {
    known.set_pid(of.number());
    const unsigned told = of.number();
    if (told % 16 == 15) fill(*known.mutable_not_started(), of);
    if (told & 1) fill(*known.mutable_published(), of);
    if (told & 2) known.set_left(true);
    if (told & 4) fill(*known.mutable_failure(), of);
    if (told & 8) known.set_wait_status(of.wait_status());
    if (told & 16) fill(*known.add_gave_up(), of);
    if (told & 32) known.set_ended(true);
    known.set_input_received(static_cast<std::uint64_t>(of.wide_number()));
    known.set_input_taken(static_cast<std::uint64_t>(of.wide_number()));
    const unsigned more = of.number();
    known.set_input_ended((more & 1) != 0);
    if (more & 2) known.set_asked_to_end_by(of.number());
}

}  // namespace banyan::testing
