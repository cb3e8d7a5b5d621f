// The limits of this process: descriptors and memory.
#pragma once

namespace banyan::daemon {

/// Raises the soft limit of descriptors of this process to the hard limit, because a daemon needs several for each
/// task. Call it once, before anything else.
void raise_descriptor_limit();

/// Restores the soft limit that was there before raise_descriptor_limit(). Call it in a forked child: programs may
/// close all descriptors up to their limit, or use select(). Allocates no memory and takes no lock.
void restore_descriptor_limit();

/// Throws net::error resource_limit, naming the limit, if this process cannot open this many more descriptors.
void require_descriptors(int count);

/// "not enough memory: 20000 KiB of address space are allowed (ulimit -v)", or without the limit if there is none.
/// Allocates no memory.
const char* memory_shortage_text() noexcept;

}  // namespace banyan::daemon
