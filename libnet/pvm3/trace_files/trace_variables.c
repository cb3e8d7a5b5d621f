/* The variables of libpvmtrc. */
#include "libnet/pvm3/trace_files/trace_files.h"

struct timeval TRC_TRACE_TIME;
TRC_TEVDESC TRC_OUTPUT_TEVDESC, TRC_HOST_ADD_TEVDESC, TRC_HOST_DEL_TEVDESC, TRC_HOST_SYNC_TEVDESC;
TRC_TEVDESC* TRC_TEVDESC_LIST;
int TRC_TEVDESC_SIZE;
TRC_TEVREC TRC_TMP_TR;
TRC_TRIE TRC_OLD_EVENT_TRIE, TRC_HANDLE_TRIE, TRC_EVENT_TRIE, TRC_DID_TRIE;
TRC_DID TRC_LOCAL_DID[TEV_DID_MAX - TEV_DID_FIRST + 1];
TRC_DID TRC_DID_LIST;
TRC_ID TRC_DEAD_ID_LIST, TRC_ID_LIST;
char *TRC_VERSION, *TRC_NAME, *TRC_TMP_HOST;
TRC_HOST TRC_HOST_LIST;
char *TRC_HOST_NAME, *TRC_HOST_ALIAS;
int TRC_HOST_ADD_NOTIFY_CODE, TRC_HOST_DEL_NOTIFY_CODE;
int TRC_TID;
int TRC_TMP_CMP, TRC_TMP_CC;

/* By TEV_DATA_...: the types of the file, which is read by programs that know only these. */
char* TRC_TYPE_STRS[16] = {(char*)"void",   (char*)"char",  (char*)"float", (char*)"double",
                           (char*)"double", (char*)"float", (char*)"int",   (char*)"int",
                           (char*)"int",    (char*)"int",   (char*)"int",   (char*)"int",
                           (char*)"char",   (char*)"void",  (char*)"void",  (char*)"void"};
