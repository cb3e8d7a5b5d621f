// What a probe does on the virtual machine.
#pragma once

#include "advisor/probe/options.hpp"
#include "advisor/probe_report.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// Collective over `world`: measures what the options ask for. The report is complete on rank 0 only. Throws net::error
/// invalid_argument for options that do not fit the number of ranks, and for speeds without a kernel.
probe_report measure(const net::group& world, const probe_options& options, const kernel_factory& make_kernel = {});

/// The main() of a probe: joins the run, measures, prints the report on rank 0. An application whose speed the advisor
/// is to measure has a program NAME-probe that calls this with its own kernel.
int probe_main(int argc, char** argv, const kernel_factory& make_kernel = {});

}  // namespace banyan::advisor
