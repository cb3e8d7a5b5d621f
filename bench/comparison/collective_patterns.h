/* The collectives that bench/compare measures. */
#pragma once

#include "patterns.h"

/* Runs "collectives SECONDS NAME:BYTES ..." with NAME barrier, broadcast, allreduce (sums of doubles) or alltoall
 * (BYTES for each task; barrier takes 0). Each is called for about SECONDS, at least 5 times, after a warm-up. Rank 0
 * prints the microseconds of a call, one line for each NAME:BYTES.
 *
 * Calls of barrier, allreduce and alltoall follow each other directly, because no task can run ahead in them. Before
 * each broadcast is a barrier that is not timed; the time is the mean of the task with the longest mean. The root
 * changes from call to call. Returns as run_pattern(). */
int run_collectives(const struct side* side, int count, char** words);
