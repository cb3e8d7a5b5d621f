/* The variables of libpvmtrc that programs set and read, with its types and functions. */
#ifndef TRCDEF_H
#define TRCDEF_H

#include "trcproto.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- set by the program after trc_tracer_init */
extern char* TRC_NAME;               /* of the program, for the head of the file */
extern char* TRC_VERSION;            /* of the program */
extern int TRC_TID;                  /* of the program */
extern int TRC_HOST_ADD_NOTIFY_CODE; /* tags for notifications about hosts */
extern int TRC_HOST_DEL_NOTIFY_CODE;

/* ---- state */
extern struct timeval TRC_TRACE_TIME; /* of the latest event */
extern TRC_HOST TRC_HOST_LIST;
extern char* TRC_HOST_NAME; /* of this host */
extern char* TRC_HOST_ALIAS;
extern TRC_ID TRC_ID_LIST;
extern TRC_ID TRC_DEAD_ID_LIST; /* freed while some of their tasks were alive */
extern TRC_DID TRC_DID_LIST;
extern TRC_DID TRC_LOCAL_DID[TEV_DID_MAX - TEV_DID_FIRST + 1]; /* meanings of this host */
extern TRC_TEVDESC* TRC_TEVDESC_LIST;                          /* received descriptions, by the number of the event */
extern int TRC_TEVDESC_SIZE;
extern TRC_TEVDESC TRC_OUTPUT_TEVDESC;
extern TRC_TEVDESC TRC_HOST_ADD_TEVDESC;
extern TRC_TEVDESC TRC_HOST_DEL_TEVDESC;
extern TRC_TEVDESC TRC_HOST_SYNC_TEVDESC;
extern TRC_TRIE TRC_DID_TRIE;       /* meanings by name */
extern TRC_TRIE TRC_EVENT_TRIE;     /* descriptions that were read, by name */
extern TRC_TRIE TRC_HANDLE_TRIE;    /* numbers that the program gives to events, by name */
extern TRC_TRIE TRC_OLD_EVENT_TRIE; /* events of PVM 3.3 by name: 1 + number */
extern char* TRC_TYPE_STRS[16];     /* TEV_DATA_... in the file */

/* ---- used by the macros of trctype.h */
extern TRC_TEVREC TRC_TMP_TR;
extern char* TRC_TMP_HOST;
extern int TRC_TMP_CMP;
extern int TRC_TMP_CC;

#ifdef __cplusplus
}
#endif

#endif
