#include "tests/fuzz/support/odd_messages.hpp"

#include "tests/fuzz/support/odd_parts.hpp"

namespace banyan::testing {
namespace {

namespace wire = daemon::wire;
namespace control = net::control;

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

void fill(wire::StartTask& order, values& of) {
    order.set_task(of.task());
    order.set_run(static_cast<std::int32_t>(of.pick(4)));
    order.set_rank(of.number());
    order.set_size(of.number());
    order.set_tasks_on_host(of.number());
    order.set_rank_on_host(of.number());
    skip_program_fields(of);
    order.set_wants_input(of.flag());
    static_cast<void>(of.number());
    if (of.pick(8) == 1) fill(*order.mutable_output_terminal(), of);
}

void fill(wire::HostReady& ready, values& of) {
    ready.set_pid(of.number());
    ready.set_cores(of.number());
    ready.set_address(of.text());
}

void fill(wire::HostReturned& returned, values& of) {
    returned.set_name(of.flag() ? "a" : of.text());
    returned.set_slots(of.number());
    returned.set_speed(of.real());
    returned.set_on_own_computer(of.flag());
    returned.set_accepted(of.flag());
    returned.set_last_local_task(static_cast<std::uint32_t>(of.wide_number()));
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

void add_report_of_return(wire::FromHost& message, unsigned kind, values& of) {
    if (kind == 0) {
        fill(*message.mutable_ready(), of);
        fill(*message.mutable_ready()->mutable_returned(), of);
    } else if (kind == 1) {
        auto& known = *message.mutable_run_known();
        fill(*known.mutable_record(), of);
        fill(known, of);
        if (of.pick(4) != 0) known.set_run(known.record().run());
    } else if (kind == 2) {
        message.mutable_task_known()->set_task(of.task());
        message.mutable_task_known()->set_run(static_cast<std::int32_t>(of.pick(4)));
        fill(*message.mutable_task_known(), of);
    } else {
        message.mutable_end_of_known();
    }
}

// Messages that only a host receives which may have to come back.
void add_for_return(wire::ToHost& message, unsigned kind, values& of) {
    if (kind == 15) message.mutable_accepted();
    if (kind == 16) fill(*message.mutable_run_record(), of);
    if (kind == 17) fill(*message.mutable_run_ending(), of);
    if (kind == 18) {
        message.mutable_resume_output()->set_task(of.task());
        message.mutable_resume_output()->set_received(static_cast<std::uint64_t>(of.wide_number()));
        message.mutable_resume_output()->set_credited(static_cast<std::uint64_t>(of.wide_number()));
    }
    if (kind == 20) {
        auto& task = *message.mutable_task_over()->mutable_task();
        fill(task, of);
        task.set_task(of.task());
        task.set_run(static_cast<std::int32_t>(of.pick(4)));
    }
    if (kind == 19) {
        fill(*message.mutable_program(), of);
        message.mutable_program()->set_is_first(true);
    }
}

}  // namespace

wire::FromHost odd_from_host(values& of) {
    wire::FromHost message;
    const unsigned kind = of.pick(19);
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
    } else if (kind < 15) {
        add_report_of_session(message, kind - 10, of);
    } else {
        add_report_of_return(message, kind - 15, of);
    }
    return message;
}

wire::FromClient odd_from_client(values& of) {
    wire::FromClient message;
    const unsigned kind = of.pick(18);
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
    if (kind == 10) message.mutable_detach();
    if (kind == 11) message.mutable_list_waits();
    if (kind == 12) fill(*message.mutable_program(), of);
    if (kind == 13) message.mutable_take_down();
    if (kind == 14 || kind == 15) fill_with_token(*message.mutable_start_run(), of);
    if (kind == 16) message.mutable_result_taken();
    if (kind == 17) {
        message.mutable_program()->add_command("program");
        message.mutable_program()->set_is_first(of.flag());
    }
    return message;
}

wire::ToHost odd_to_host(values& of) {
    wire::ToHost message;
    const unsigned kind = of.pick(21);
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
    add_for_return(message, kind, of);
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

}  // namespace banyan::testing
