/* The patterns that bench/compare measures. The loop, the warm-up and the clock are the same for every side. The
 * program of a side gives its own send and receive and calls run_pattern().
 *
 *   pingpong BYTES:TRIPS ...   ranks 0 and 1; prints "BYTES microseconds" of half a round trip, one line per size
 *   stream BYTES COUNT         rank 0 to rank 1, until the last message is acknowledged; prints messages per second
 *   pairs BYTES TRIPS          ping-pong of ranks 2i and 2i + 1, all at once; prints "seconds cpu_seconds" (of all)
 *   ring BYTES SHIFTS          each rank sends to the next and receives from the previous one; prints microseconds
 *   idle SECONDS               all wait for rank 0; prints the percentage of a core that the busiest waiting task uses,
 *                              measured over SECONDS from 1 s after the beginning of the wait
 *   collectives SECONDS CALLS NAME:BYTES ...   in collective_patterns.h */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of one task of a side. All of them block. If one fails, it ends the program. */
struct side {
    int rank;
    int size;
    void (*send)(int to, const void* data, size_t bytes); /* returns when data may be reused */
    void (*receive)(int from, void* data, size_t bytes);
    /* Sends and receives at the same time. It must not deadlock if all tasks call it. Null if the side has no ring. */
    void (*shift)(int to, int from, const void* out, void* in, size_t bytes);
    /* Collectives of all tasks. Null if the side has none. */
    void (*barrier)(void);
    void (*broadcast)(int root, void* data, size_t bytes);
    void (*sum)(double* items, size_t count);                  /* over all tasks, result on all tasks, in place */
    void (*alltoall)(const void* out, void* in, size_t bytes); /* bytes: of the block for each task */
};

/* Runs the pattern named in words[0] with the arguments after it. Only rank 0 prints. Returns the exit status. It is 2,
 * with a message, if the words are not valid. */
int run_pattern(const struct side* side, int count, char** words);

/* Seconds of the monotonic clock. All tasks of a host have the same clock. */
double now_seconds(void);

/* Memory that has been written once, so that no pattern includes its page faults. Ends the program if there is none. */
char* new_buffer(size_t bytes);

#ifdef __cplusplus
}
#endif
