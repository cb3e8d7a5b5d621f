#include "tests/fuzz/support/odd_messages.hpp"

namespace banyan::fuzz {
namespace {

namespace wire = daemon::wire;
namespace control = net::control;

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

void fill(control::Awaited& awaited, values& of) {
    awaited.set_send(of.flag());
    awaited.set_peer(of.task());
    awaited.set_any_tag(of.flag());
    awaited.set_tag(of.number());
    awaited.set_bytes(static_cast<std::uint64_t>(of.wide_number()));
    awaited.set_under_way(of.flag());
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

void fill(wire::AddHosts& request, values& of) {
    for (unsigned count = of.pick(3); count > 0; --count) {
        auto& host = *request.add_hosts();
        host.set_name(of.text());
        host.set_slots(of.number());
        host.set_speed(of.real());
        host.set_address(of.text());
        for (unsigned words = of.pick(3); words > 0; --words)
            host.add_command(of.text());
        host.set_directory(of.text());
        host.set_coordinator_address(of.text());
    }
    request.set_plain_data(of.flag());
}

void fill(wire::StartRun& request, values& of) {
    request.set_tasks(of.number());
    request.set_per_host(of.number());
    for (unsigned count = of.pick(3); count > 0; --count)
        request.add_hosts(of.flag() ? "a" : of.text());
    request.set_working_directory(of.text());
    request.set_directory_must_exist(of.flag());
    request.set_timeout_ms(of.wide_number());
    request.set_wants_input(of.flag());
    request.set_umask(static_cast<std::uint32_t>(of.number()));
    if (of.flag()) fill(*request.mutable_output_terminal(), of);
    if (of.flag()) request.set_grace_ms(of.wide_number());
}

void fill(wire::StartTask& order, values& of) {
    order.set_task(of.task());
    order.set_run(static_cast<std::int32_t>(of.pick(4)));
    order.set_rank(of.number());
    order.set_size(of.number());
    order.set_tasks_on_host(of.number());
    order.set_rank_on_host(of.number());
    order.set_working_directory(of.text());
    order.set_directory_must_exist(of.flag());
    order.set_wants_input(of.flag());
    order.set_umask(static_cast<std::uint32_t>(of.number()));
    if (of.pick(8) == 1) fill(*order.mutable_output_terminal(), of);
}

void fill(wire::TaskNotStarted& what, values& of) {
    what.set_task(of.task());
    what.set_text(of.text());
    what.set_status(of.number());
}

void fill(wire::HostReady& ready, values& of) {
    ready.set_pid(of.number());
    ready.set_cores(of.number());
    ready.set_address(of.text());
}

template <class Told>
void fill_end(Told& told, values& of) {
    told.set_task(of.task());
    told.set_wait_status(of.wait_status());
}

void add_report_of_session(wire::FromHost& message, unsigned kind, values& of) {
    if (kind == 0) {
        message.mutable_published()->set_task(of.task());
        fill(*message.mutable_published()->mutable_endpoints(), of);
    } else if (kind == 1) {
        message.mutable_left()->set_task(of.task());
    } else if (kind == 2) {
        message.mutable_failed()->set_task(of.task());
        fill(*message.mutable_failed()->mutable_failure(), of);
    } else if (kind == 3) {
        message.mutable_gave_up()->set_task(of.task());
        fill(*message.mutable_gave_up()->mutable_gave_up(), of);
    } else {
        message.mutable_report()->set_task(of.task());
        fill(*message.mutable_report()->mutable_report(), of);
    }
}

}  // namespace

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
    if (of.pick(64) == 63)  // a field of a later version; a few such reports exceed a frame
        (void)report.MergeFromString("\xa2\x06\xe0\xa7\x12" + std::string(300'000, 'z'));
    report.set_message_count(static_cast<std::uint64_t>(of.wide_number()));
}

wire::FromHost odd_from_host(values& of) {
    wire::FromHost message;
    const unsigned kind = of.pick(15);
    if (kind == 0) {
        fill(*message.mutable_ready(), of);
    } else if (kind == 1) {
        message.mutable_pong();
    } else if (kind == 2 || kind == 3) {
        message.mutable_started()->set_task(of.task());
        message.mutable_started()->set_pid(of.number());
    } else if (kind == 4) {
        fill(*message.mutable_not_started(), of);
    } else if (kind == 5) {
        message.mutable_output()->set_task(of.task());
        message.mutable_output()->set_is_error(of.flag());
        message.mutable_output()->set_data(of.text());
    } else if (kind == 6) {
        fill_end(*message.mutable_died(), of);
    } else if (kind == 7) {
        fill_end(*message.mutable_ended(), of);
    } else if (kind == 8) {
        message.mutable_input_taken()->set_task(of.task());
        message.mutable_input_taken()->set_bytes(static_cast<std::uint32_t>(of.number()));
    } else if (kind == 9) {
        message.mutable_failure()->set_text(of.text());
    } else {
        add_report_of_session(message, kind - 10, of);
    }
    return message;
}

wire::FromClient odd_from_client(values& of) {
    wire::FromClient message;
    const unsigned kind = of.pick(14);
    if (kind == 0) message.mutable_list_hosts();
    if (kind == 1) message.mutable_list_tasks();
    if (kind == 2) fill(*message.mutable_add_hosts(), of);
    if (kind == 3) message.mutable_remove_hosts()->add_names(of.flag() ? "a" : of.text());
    if (kind == 4) {
        message.mutable_kill_tasks()->add_tasks(of.task());
        message.mutable_kill_tasks()->set_signal(of.number());
    }
    if (kind == 5 || kind == 6) fill(*message.mutable_start_run(), of);
    if (kind == 7) {
        message.mutable_input()->set_data(of.text());
        message.mutable_input()->set_end(of.flag());
    }
    if (kind == 8) {
        message.mutable_output_taken()->set_rank(of.number());
        message.mutable_output_taken()->set_bytes(static_cast<std::uint32_t>(of.number()));
    }
    if (kind == 9) message.mutable_signal()->set_signal(of.number());
    if (kind == 10) message.mutable_keep();
    if (kind == 11) message.mutable_list_waits();
    if (kind == 12) fill(*message.mutable_program(), of);
    if (kind == 13) message.mutable_take_down();
    return message;
}

wire::ToHost odd_to_host(values& of) {
    wire::ToHost message;
    const unsigned kind = of.pick(15);
    const auto run = static_cast<std::int32_t>(of.pick(4));
    if (kind == 0) message.mutable_ping();
    if (kind == 1 || kind == 13) fill(*message.mutable_start(), of);
    if (kind == 2) {
        message.mutable_signal()->set_task(of.task());
        message.mutable_signal()->set_signal(of.number());
    }
    if (kind == 3) {
        message.mutable_input()->set_task(of.task());
        message.mutable_input()->set_data(of.text());
        message.mutable_input()->set_end(of.flag());
    }
    if (kind == 4) {
        message.mutable_output_taken()->set_task(of.task());
        message.mutable_output_taken()->set_bytes(static_cast<std::uint32_t>(of.wide_number()));
    }
    if (kind == 5) message.mutable_discard()->set_task(of.task());
    if (kind == 6) {
        message.mutable_table()->set_run(run);
        fill(*message.mutable_table()->mutable_table(), of);
    }
    if (kind == 7) {
        message.mutable_loss()->set_run(run);
        fill(*message.mutable_loss()->mutable_loss(), of);
    }
    if (kind == 8) message.mutable_run_over()->set_run(run);
    if (kind == 9) {
        message.mutable_task_loss()->set_task(of.task());
        fill(*message.mutable_task_loss()->mutable_loss(), of);
    }
    if (kind == 10) {
        message.mutable_report_request()->set_run(run);
        message.mutable_report_request()->mutable_request()->set_request(of.pick(4));
    }
    if (kind == 11) fill(*message.mutable_program(), of);
    if (kind == 12) message.mutable_shutdown();
    return message;
}

wire::FromSpawner odd_from_spawner(values& of) {
    wire::FromSpawner message;
    const unsigned kind = of.pick(4);
    if (kind == 0) {
        message.mutable_started()->set_task(of.task());
        message.mutable_started()->set_pid(of.number());
    }
    if (kind == 1) fill(*message.mutable_not_started(), of);
    if (kind == 2) fill_end(*message.mutable_died(), of);
    return message;
}

control::ToDaemon odd_to_daemon(values& of) {
    control::ToDaemon message;
    const unsigned kind = of.pick(8);
    if (kind == 0 || kind == 1) {
        message.mutable_attach()->set_version(of.flag() ? 2u : static_cast<std::uint32_t>(of.number()));
        message.mutable_attach()->set_task(of.task());
    }
    if (kind == 2) fill(*message.mutable_publish(), of);
    if (kind == 3) message.mutable_leave();
    if (kind == 4) fill(*message.mutable_failure(), of);
    if (kind == 5) fill(*message.mutable_gave_up(), of);
    if (kind == 6) fill(*message.mutable_report(), of);
    return message;
}

control::ToTask odd_to_task(values& of) {
    control::ToTask message;
    const unsigned kind = of.pick(6);
    if (kind == 0) {
        auto& facts = *message.mutable_facts();
        facts.set_task(of.task());
        facts.set_rank(of.number());
        facts.set_size(of.number());
        facts.set_host(of.text());
        facts.add_data_addresses(of.text());
        facts.set_socket_directory(of.text());
        facts.set_secret(of.flag() ? std::string(32, 's') : of.text());
        facts.set_tasks_on_host(of.number());
    }
    if (kind == 1) message.mutable_refusal()->set_text(of.text());
    if (kind == 2) fill(*message.mutable_table(), of);
    if (kind == 3) fill(*message.mutable_loss(), of);
    if (kind == 4) message.mutable_report_request()->set_request(static_cast<std::uint64_t>(of.wide_number()));
    return message;
}

}  // namespace banyan::fuzz
