/* All of libpvmtrc: docs/pvm3.md, Trace files. */
#ifndef TRCLIB_H
#define TRCLIB_H

#include "trcdef.h"

/* ---- values of tevstatus and outstatus in TRC_TEVTASK */
#define TRC_TASK_NOLIFE 0 /* only output of the task has arrived */
#define TRC_TASK_ALIVE 1
#define TRC_TASK_DEAD 2
#define TRC_TASK_IGNORE 3
#define TRC_TASK_WAITEND 4 /* known from the time before the file was opened */
#define TRC_TASK_NOOUT 0
#define TRC_TASK_OUT 1
#define TRC_TASK_EOF 2
#define TRC_TASK_WAITEOF 3

/* True for a task whose events are not written. */
#define TRC_TASK_OMIT(task) ((task)->tevstatus == TRC_TASK_WAITEND || (task)->outstatus == TRC_TASK_WAITEOF)

#define TRC_TRIE_SIZE 37 /* letters without case, digits, all others */

/* ---- indices of tevlist */
#define TRC_TEVINDEX_OF(event, phase) ((event)*TRC_MAX_TEV + (phase))
#define TRC_TEVEID_OF(index) ((index) / TRC_MAX_TEV)

/* ---- events of the library, with numbers after those of PVM */
#define TRC_RESERVED_INTERNAL 400
#define TRC_HOST_ADD (TRC_RESERVED_INTERNAL + 1)
#define TRC_HOST_DEL (TRC_RESERVED_INTERNAL + 2)
#define TRC_HOST_SYNC (TRC_RESERVED_INTERNAL + 3)
#define TRC_OUTPUT (TRC_RESERVED_INTERNAL + 4)
#define TRC_MAX (TRC_RESERVED_INTERNAL + 5)

#define TRC_MAX_UNPACK_ARR_SIZE 1024 /* a limit of the original; this library has none */

/* ---- times: the order of two times (1, 0 or -1), and the microseconds from the first to the second */
#define TRC_TIME_COMPARE(a, b)                                     \
    ((a).tv_sec != (b).tv_sec ? ((a).tv_sec > (b).tv_sec ? 1 : -1) \
                              : ((a).tv_usec > (b).tv_usec) - ((a).tv_usec < (b).tv_usec))
#define TRC_TIME_ELAPSED(a, b) (((b).tv_sec - (a).tv_sec) * 1000000 + ((b).tv_usec - (a).tv_usec))

/* ---- checks of results: if the call fails, or the character is the end of the file, print a text and do `otherwise`
 */
#define TRC_NOP (TRC_TMP_CC = TRC_TMP_CC)
#define TRC_PVMCKERR(call, text, otherwise) \
    {                                       \
        TRC_TMP_CC = call;                  \
        if (TRC_TMP_CC < 0) {               \
            pvm_perror(text);               \
            otherwise;                      \
        }                                   \
    }
#define TRC_CKEOF(character, text, otherwise) \
    {                                         \
        if ((character) == (char)EOF) {       \
            printf("%s", text);               \
            otherwise;                        \
        }                                     \
    }

#endif
