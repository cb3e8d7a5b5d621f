/* Results of routines of libfpvm3 that do more than call a function of C, called as gfortran calls them: arguments by
   reference, the lengths of texts at the end. */
#include "codes.h"

void pvmfpack_(int* what, void* first, int* count, int* stride, int* info);
void pvmfunpack_(int* what, void* first, int* count, int* stride, int* info);
void pvmfspawn_(char* program, int* flags, char* where, int* count, int* tids, int* started, size_t program_length,
                size_t where_length);
void pvmfconfig_(int* hosts, int* formats, int* tid, char* name, char* architecture, int* speed, int* info,
                 size_t name_length, size_t architecture_length);
void pvmftasks_(int* where, int* tasks, int* tid, int* parent, int* host, int* flag, char* program, int* info,
                size_t program_length);
void pvmfsiblings_(int* count, int* index, int* tid);
void pvmfaddhost_(char* host, int* info, size_t length);
void pvmfdelhost_(char* host, int* info, size_t length);
void pvmfgetmboxinfo_(char* pattern, char* name, int* classes, int* entries, int* indices, int* owners, int* flags,
                      int* info, size_t pattern_length, size_t name_length);
void pvmfaddmhf_(int* source, int* tag, int* context, int* unused, int (*handler)(), int* info);
void pvmffreecontext_(int* context, int* info);

enum { STRING, BYTE1, COUNT_OF_TYPES = 9 };

static int packed(int what, char* text, int count, int stride) {
    int info = 99;
    pvmfpack_(&what, text, &count, &stride, &info);
    return info;
}

static int unpacked(int what, char* text, int count, int stride) {
    int info = 99;
    pvmfunpack_(&what, text, &count, &stride, &info);
    return info;
}

static int length_of_send_buffer(void) {
    int bytes = -1;
    pvm_bufinfo(pvm_getsbuf(), &bytes, NULL, NULL);
    return bytes;
}

static void texts(const char* encoding, int number) {
    char name[80], text[16] = "";
    pvm_initsend(number);
#define TEXT(what, call)                        \
    do {                                        \
        sprintf(name, "%s %s", encoding, what); \
        CODE(name, call);                       \
    } while (0)
    TEXT("pvmfpack of a STRING", packed(STRING, (char*)"hello", 5, 1));
    TEXT("length of a STRING of 5", length_of_send_buffer());
    TEXT("pvmfpack of a STRING with a stride", packed(STRING, (char*)"s.t.r", 3, 2));
    TEXT("pvmfpack of a STRING of -1", packed(STRING, (char*)"", -1, 1));
    TEXT("pvmfpack of type 9", packed(COUNT_OF_TYPES, (char*)"", 1, 1));
    pvm_pkbyte((char*)"of C", 4, 1);
    sent_to_self(1);
    TEXT("pvm_upkbyte of a STRING", pvm_upkbyte(text, 5, 1));
    TEXT("it is the text", strcmp(text, "hello") == 0);
    memset(text, 0, sizeof text);
    TEXT("pvmfunpack of a STRING", unpacked(STRING, text, 3, 1));
    TEXT("it is the text with a stride", strcmp(text, "str") == 0);
    TEXT("pvmfunpack of bytes of C", unpacked(STRING, text, 4, 1));
    TEXT("they are the bytes", strcmp(text, "of C") == 0);
    TEXT("pvmfunpack of a STRING at the end", unpacked(STRING, text, 1, 1));
#undef TEXT
}

static void siblings(void) {
    static const int indices[] = {0, 7, -1};
    char name[80];
    int count = -99, i;
    for (i = 0; i < 3; ++i) {
        int index = indices[i], tid = 99;
        pvmfsiblings_(&count, &index, &tid);
        sprintf(name, "pvmfsiblings %d", index);
        CODE(name, index == 0 ? tid == pvm_mytid() : tid);
    }
    CODE("pvmfsiblings, count", count);
}

static void hosts(void) {
    int count = -1, formats = 0, tid = 0, speed = 0, info = 99, i;
    char name[8], architecture[12];
    char* unknown = (char*)"no-such-host.invalid ";
    for (i = 0; i < 2; ++i)
        pvmfconfig_(&count, &formats, &tid, name, architecture, &speed, &info, sizeof name, sizeof architecture);
    CODE("pvmfconfig", info);
    CODE("pvmfconfig, hosts", count);
    CODE("pvmfconfig, tid", tid);
    CODE("pvmfconfig, architecture with blanks", memcmp(architecture, "LINUX64     ", sizeof architecture) == 0);
    pvmfaddhost_(unknown, &info, strlen(unknown));
    CODE("pvmfaddhost of no host", info);
    pvmfdelhost_(unknown, &info, strlen(unknown));
    CODE("pvmfdelhost of no host", info);
}

static int next_task(int* tasks) {
    int where = 0, tid = 0, parent, host, flag, info = 0;
    char program[20];
    pvmftasks_(&where, tasks, &tid, &parent, &host, &flag, program, &info, sizeof program);
    return info == 1 ? tid : info;
}

static void spawns(void) {
    int flags = PvmTaskDefault, one = 1, child = 0, started = 99;
    struct timeval limit = {HANG_S, 0};
    pvmfspawn_((char*)"codes_child ", &flags, (char*)"*anywhere", &one, &child, &started, 12, 9);
    CODE("pvmfspawn on *anywhere", started);
    pvm_notify(PvmTaskExit, 97, 1, &child); /* without an argument it ends at once */
    pvm_trecv(-1, 97, &limit);
}

/* There are two tasks at least: this one and its child. Whether the count -1 starts again with the first task, when the
 * second one would be the next. Also false if a task of an earlier program ends meanwhile. */
static int starts_again(void) {
    int count = -1, first = next_task(&count), second = next_task(&count), tid = second, i;
    for (i = 0; i < 100 && count > 2 && tid != first; ++i)
        tid = next_task(&count);
    if (tid != first) next_task(&count);
    count = -1;
    return next_task(&count) == first;
}

static void tasks(void) {
    char self[20], *arguments[] = {(char*)"tell", self, NULL};
    int child = 0, count = -1, first, second;
    struct timeval limit = {HANG_S, 0};
    snprintf(self, sizeof self, "%d", pvm_mytid());
    pvm_spawn((char*)"codes_child", arguments, PvmTaskDefault, (char*)"", 1, &child);
    pvm_trecv(child, 98, &limit); /* the original lists a task that is connecting with the tid 0 */
    first = next_task(&count);
    CODE("pvmftasks", first > 0);
    CODE("pvmftasks, count", count >= 2);
    second = next_task(&count);
    CODE("pvmftasks gives another task", second > 0 && second != first);
    CODE("pvmftasks starts again", starts_again() || starts_again() || starts_again());
    pvm_initsend(PvmDataDefault);
    pvm_send(child, 99);
}

static void mailbox(void) {
    int classes = 0, entries = -99, indices[4] = {-99}, owners[4] = {0}, flags[4] = {-99}, info = 99;
    char name[12];
    pvmfgetmboxinfo_((char*)"none", name, &classes, &entries, indices, owners, flags, &info, 4, sizeof name);
    CODE("pvmfgetmboxinfo of nothing", info);
    pvm_initsend(PvmDataDefault);
    pvm_putinfo((char*)"fortran", pvm_getsbuf(), PvmMboxOverWritable);
    classes = -1;
    info = 99;
    pvmfgetmboxinfo_((char*)"fortran  ", name, &classes, &entries, indices, owners, flags, &info, 9, sizeof name);
    CODE("pvmfgetmboxinfo", info);
    CODE("pvmfgetmboxinfo, number of names", classes);
    CODE("pvmfgetmboxinfo, name with blanks", memcmp(name, "fortran     ", sizeof name) == 0);
    CODE("pvmfgetmboxinfo, entries", entries);
    CODE("pvmfgetmboxinfo, index", indices[0]);
    CODE("pvmfgetmboxinfo, owner", owners[0] == pvm_mytid());
    CODE("pvmfgetmboxinfo, flags", flags[0]);
    pvm_delinfo((char*)"fortran", 0, 0);
}

static int calls;

static int handler() {
    ++calls;
    return 0;
}

static void handlers(void) {
    int self = pvm_mytid(), tag = 31, context = 0, unused = 0, info = 99, i;
    struct timeval soon = {0, 10000}; /* the handler gets the message, so the call itself never ends earlier */
    pvmfaddmhf_(&self, &tag, &context, &unused, handler, &info);
    CODE("pvmfaddmhf", info);
    pvm_initsend(PvmDataDefault);
    pvm_send(self, tag);
    for (i = 0; i < 100 * HANG_S && calls == 0; ++i)
        pvm_trecv(-1, tag, &soon);
    CODE("the handler is called", calls);
    pvm_delmhf(info);
}

static void contexts(void) {
    int context = pvm_newcontext(), info = 99;
    pvmffreecontext_(&context, &info);
    CODE("pvmffreecontext", info);
    CODE("pvmffreecontext leaves the context of the task", pvm_setcontext(0) == 0);
}

int main(void) {
    begin_codes();
    pvm_mytid();
    texts("xdr", PvmDataDefault);
    texts("raw", PvmDataRaw);
    siblings();
    hosts();
    spawns();
    tasks();
    mailbox();
    handlers();
    contexts();
    pvm_exit();
    return 0;
}
