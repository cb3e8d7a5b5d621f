/* Types of libpvmtrc, the library for programs that collect traces and write or read trace files. The names, and the
   layouts of the structures, are those of PVM 3.4.6, so that programs for the original's library compile and link.
   docs/pvm3.md, Trace files, describes the file. */
#ifndef TRCTYPE_H
#define TRCTYPE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define TRC_FALSE 0
#define TRC_TRUE 1

/* ---- structures. A program gets them from the trc_create_ functions, never as variables of its own */

/* A function of the program. The members of struct trc_id_struct say which arguments it gets. */
#ifdef __cplusplus
typedef void (*trc_vfp)(...);
#else
typedef void (*trc_vfp)();
#endif

/* A map from names to values: TRC_TRIE_SIZE places, one for each first character. */
struct trc_trie_struct {
    int valid; /* this place has a name and a value */
    char* str;
    void* value;
    struct trc_trie_struct* next; /* the places of the next character */
};
typedef struct trc_trie_struct* TRC_TRIE;

/* What a value means. */
struct trc_did_struct {
    int id;     /* TEV_DID_... of its host, -1: only known by its name */
    char* name; /* such as "TID" */
    char* desc; /* description in words */
    struct trc_did_struct* next;
};
typedef struct trc_did_struct* TRC_DID;

typedef void* TRC_VALUE;

/* One value of an event. */
struct trc_datadesc_struct {
    TRC_DID did;    /* null: a value that the program packed */
    int dt;         /* TEV_DATA_... without TEV_DATA_ARRAY */
    int array;      /* TEV_DATA_SCALAR or TEV_DATA_ARRAY */
    TRC_VALUE data; /* the value that came with the description, null when it is written */
    int num;        /* number of values in data */
    struct trc_datadesc_struct* next;
};
typedef struct trc_datadesc_struct* TRC_DATADESC;

/* The description of an event. */
struct trc_tevdesc_struct {
    char* name;         /* such as "send" */
    int eid;            /* TEV_... */
    int entry_exit;     /* TRC_ENTRY_TEV, ... */
    int index;          /* distinguishes descriptions of the same event with other values */
    int hid;            /* the number that the program has given the event in TRC_HANDLE_TRIE, 0: none */
    int dump;           /* not 0: not written to the file yet */
    TRC_DATADESC ddesc; /* the values in order */
    int refcount;
    struct trc_tevdesc_struct* next;
};
typedef struct trc_tevdesc_struct* TRC_TEVDESC;

/* For trc_make_tevdesc. */
struct trc_tevdesc_info_struct {
    int id; /* TEV_DID_... */
    int dt;
    int array;
};
typedef struct trc_tevdesc_info_struct TRC_TEVDESC_INFO_STRUCT;
typedef TRC_TEVDESC_INFO_STRUCT* TRC_TEVDESC_INFO;

/* A task whose trace or output is collected. */
struct trc_tevtask_struct {
    int tid;
    int tevstatus;  /* TRC_TASK_NOLIFE, ALIVE, DEAD, IGNORE or WAITEND */
    int outstatus;  /* TRC_TASK_NOOUT, OUT, EOF or WAITEOF */
    void** tevlist; /* the descriptions that it has sent, by TRC_TEVINDEX_OF */
    int tevsize;
    char* output; /* the last line of its output, if it is not complete */
    struct trc_tevtask_struct* next;
};
typedef struct trc_tevtask_struct* TRC_TEVTASK;

/* A value of an event that was read. */
struct trc_tevrec_struct {
    TRC_DATADESC ddesc;
    TRC_VALUE value;
    int num; /* of values; of a text its length with the final 0; of complex numbers twice as many */
    struct trc_tevrec_struct* next;
};
typedef struct trc_tevrec_struct* TRC_TEVREC;

struct trc_host_struct {
    char* name;
    char* alias;              /* name to the first dot */
    char* refname;            /* name as the file has it */
    char* arch;               /* such as LINUX64 */
    struct timeval delta;     /* clock of this host - clock of that host */
    struct timeval last_time; /* when delta was written */
    int pvmd_tid;
    int speed;
    int in_pvm;     /* TRC_IN_PVM, TRC_NOT_IN_PVM: deleted, but some of its tasks are known */
    void** tevlist; /* descriptions from its daemon */
    int tevsize;
    void** didlist; /* TRC_DID by number */
    int didsize;
    void* ext; /* free for the program */
    struct trc_host_struct* next;
};
typedef struct trc_host_struct* TRC_HOST;

/* A collector: what it receives, the files, and functions of the program, each null if not used. */
struct trc_id_struct {
    int complete;    /* TRC_TRUE: all tasks have ended since the file was opened */
    int group_tasks; /* not 0: the servers of groups of the original are tasks like others */
    int event_ctx;
    int event_tag;
    int output_ctx;
    int output_tag;
    TRC_TEVTASK tevtask_list;
    char* trace_file;
    FILE* trace_out;
    FILE* trace_in;
    char* output_file;
    FILE* output_fp;
    trc_vfp status_msg;             /* (TRC_ID, char* text); without it standard error gets the text */
    trc_vfp event_dump_hdr;         /* (TRC_ID, int tid), before each line of the trace file */
    trc_vfp output_dump_hdr;        /* (TRC_ID, int tid), instead of "[0xTID] " in the output file */
    trc_vfp handle_host_add_notify; /* (TRC_HOST) */
    trc_vfp handle_host_del_notify; /* (TRC_HOST) */
    trc_vfp handle_descriptor;      /* (TRC_ID, TRC_TEVDESC), of a file that is read, like the following */
    trc_vfp handle_old_descriptor;  /* (TRC_ID, TRC_TEVDESC), in the form of PVM 3.3 */
    trc_vfp handle_event;           /* (TRC_ID, TRC_TEVDESC, TRC_TEVREC) */
    trc_vfp handle_old_event;       /* (TRC_ID, int event, int s, int us, int tid); reads the rest */
    trc_vfp handle_command;         /* (TRC_ID, char* text) */
    trc_vfp handle_comment;         /* (TRC_ID, char* text) */
    struct trc_id_struct* next;
};
typedef struct trc_id_struct* TRC_ID;

/* ---- constants */
#define TRC_NOT_IN_PVM 0
#define TRC_IN_PVM 1

/* Phases of an event. */
#define TRC_ENTRY_TEV 0
#define TRC_EXIT_TEV 1
#define TRC_IGNORE_TEV 2 /* it has no phases */
#define TRC_MAX_TEV 3

/* What trc_recv_messages has done, bits. */
#define TRC_MSG_STATUS_NONE 0
#define TRC_MSG_STATUS_ACTIVE 1    /* there was a message */
#define TRC_MSG_STATUS_MORE 2      /* there may be more */
#define TRC_MSG_STATUS_OVERWRITE 4 /* an event was written */
#define TRC_MSG_STATUS_CLEANUP 8   /* a message of traces or output caused no event */

/* ---- access to values */
#define TRC_VALUE_OF(pointer, type) (*((type*)(pointer)))
#define TRC_ARR_VALUE_OF(pointer, type, i) (((type*)(pointer))[i])

/* Sets `found` to the value with the meaning `name` and is true if there is one. */
#define TRC_GET_TEVREC(record, found, name) ((found) = trc_get_tevrec(record, name), (found) != NULL)

/* The first number of the value with the meaning `name`, -1 without one. */
#define TRC_GET_TEVREC_VALUE(record, name, type) \
    ((TRC_TMP_TR = trc_get_tevrec(record, name)) != NULL ? TRC_VALUE_OF(TRC_TMP_TR->value, type) : (type)-1)

/* ---- names of hosts, with and without the domain */
#define TRC_SAME_SHORT_NAME(own, given)                                                                          \
    (TRC_TMP_HOST = trc_host_alias_str(given), TRC_TMP_CMP = strcmp(own, TRC_TMP_HOST) == 0, free(TRC_TMP_HOST), \
     TRC_TMP_CMP)
#define TRC_LOCALHOST(given)                                                     \
    (TRC_HOST_NAME != NULL && TRC_HOST_ALIAS != NULL &&                          \
     (strcmp(TRC_HOST_NAME, given) == 0 || strcmp(TRC_HOST_ALIAS, given) == 0 || \
      TRC_SAME_SHORT_NAME(TRC_HOST_NAME, given)))
#define TRC_HOST_COMPARE(host, given) \
    (strcmp((host)->name, given) == 0 || strcmp((host)->alias, given) == 0 || TRC_SAME_SHORT_NAME((host)->name, given))

/* The servers of groups of the original. */
#define TRC_GROUPTASK(name) (trc_compare("pvmg", name) || trc_compare("pvmcg", name))

#endif
