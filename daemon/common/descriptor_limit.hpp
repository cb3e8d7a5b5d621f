// How many descriptors a process of the virtual machine may have, and the programs that it starts.
#pragma once

namespace banyan::daemon {

/// Raises this process's soft limit of descriptors to its hard limit: a daemon has several for each task. Call it once,
/// first.
void raise_descriptor_limit();

/// Puts the soft limit back to what it was before raise_descriptor_limit(). For a forked child: programs may close all
/// descriptors up to their limit, or use select(). Takes no memory and no lock.
void restore_descriptor_limit();

/// Throws net::error resource_limit, naming the limit, if this process cannot have so many descriptors more.
void require_descriptors(int count);

}  // namespace banyan::daemon
