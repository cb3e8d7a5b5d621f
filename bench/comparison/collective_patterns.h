/* The collectives that bench/compare measures. */
#pragma once

#include "patterns.h"

/* Runs "collectives SECONDS CALLS NAME:BYTES ..." with NAME barrier, broadcast, allreduce (sums of doubles) or
 * alltoall. In alltoall, BYTES is for each task. barrier takes 0. After a warm-up, each collective is called for about
 * SECONDS, at least 5 times and at most CALLS times. If CALLS is 5 or less, it is the exact number. Rank 0 prints the
 * microseconds of a call, one line for each NAME:BYTES.
 *
 * Calls of barrier, allreduce and alltoall follow each other directly, because no task can run ahead in them. Before
 * each broadcast there is a barrier that is not timed. The time is the mean of the task with the longest mean. The root
 * changes from call to call. Returns as run_pattern() does. */
int run_collectives(const struct side* side, int count, char** words);
