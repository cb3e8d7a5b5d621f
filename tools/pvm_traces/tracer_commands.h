/* The commands that tracer reads from standard input. */
#ifndef TRACER_COMMANDS_H
#define TRACER_COMMANDS_H

#include "tools/pvm_traces/tracer_session.h"

/* One line, which is changed. TRC_FALSE: the program ends. */
int tracer_command(struct tracer_session*, char* line);

/* PvmTraceFull, PvmTraceTime or PvmTraceCount; 0: no such word. */
int tracer_detail(const char* word);

/* A number of bytes, 0 to 2^30; -1: no such number. */
int tracer_bytes(const char* word);

#endif
