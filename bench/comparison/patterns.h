/* The patterns that bench/compare measures: one loop, one warm-up and one clock for every side. A side's program gives
 * its own send and receive and calls run_pattern().
 *
 *   pingpong BYTES:TRIPS ...   ranks 0 and 1; prints "BYTES microseconds" of half a round trip, one line per size
 *   stream BYTES COUNT         rank 0 to rank 1 until the last message is acknowledged; prints messages per second
 *   pairs BYTES TRIPS          ranks 2i and 2i + 1 play ping-pong, all at once; prints "seconds cpu_seconds" (of all)
 *   ring BYTES SHIFTS          each rank sends to the next and receives from the one before; prints microseconds
 *   idle SECONDS               all wait for rank 0; prints the percentage of a core that the busiest waiting task uses,
 *                              measured over SECONDS from 1 s after the beginning of the wait
 *   collectives SECONDS NAME:BYTES ...   in collective_patterns.h
 */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One task's end of the side under measurement. All functions block and end the program when they fail. */
struct side {
    int rank;
    int size;
    void (*send)(int to, const void* data, size_t bytes); /* returns when data may be reused */
    void (*receive)(int from, void* data, size_t bytes);
    /* Both at once, which must not deadlock when all do it; a null pointer where the side has no ring. */
    void (*shift)(int to, int from, const void* out, void* in, size_t bytes);
    /* Collectives of all tasks; null pointers where the side has none. */
    void (*barrier)(void);
    void (*broadcast)(int root, void* data, size_t bytes);
    void (*sum)(double* items, size_t count);                  /* of all tasks, on all tasks, in place */
    void (*alltoall)(const void* out, void* in, size_t bytes); /* bytes: of the block for each task */
};

/* Runs the pattern named in words[0] with the arguments after it; only rank 0 prints. Returns the exit status: 2 with a
 * message for words that are not allowed. */
int run_pattern(const struct side* side, int count, char** words);

/* Seconds of the monotonic clock, the same for all tasks of a host. */
double now_seconds(void);

/* Memory that has been touched, so that no pattern pays for its first use. Ends the program if there is none. */
char* new_buffer(size_t bytes);

#ifdef __cplusplus
}
#endif
