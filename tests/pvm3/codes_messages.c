/* Return codes of sends, receives, contexts and message handlers. */
#include "codes.h"

#define DEAD 0x4fff0
#define MS 1000

static struct timeval soon = {0, 50 * MS};
static int original;

static int sends_int(int tag, int value) {
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    return pvm_send(pvm_mytid(), tag);
}

/* Waits until the message has come. */
static int visible(int tag) {
    int i, found = 0;
    for (i = 0; i < 1000 * HANG_S && found == 0; ++i) {
        found = pvm_probe(-1, tag);
        if (found == 0) usleep(MS);
    }
    return found;
}

static void enrolling(void) {
    int* list = NULL;
    CODE("perror before enrolling", pvm_perror((char*)"text"));
    CODE("mytid", pvm_mytid() > 0);
    CODE("mytid again", pvm_mytid() == pvm_mytid());
    CODE("parent", pvm_parent());
    CODE("siblings", pvm_siblings(&list));
    CODE("siblings is this task", list && list[0] == pvm_mytid());
    CODE("tidtohost of this task", pvm_tidtohost(pvm_mytid()));
    CODE("tidtohost of 0x140005", pvm_tidtohost(0x140005));
    CODE("tidtohost of 0", pvm_tidtohost(0));
    CODE("tidtohost of -1", pvm_tidtohost(-1));
    CODE("perror", pvm_perror((char*)"text"));
    CODE("version", strcmp(pvm_version(), "3.4.6") == 0);
    CODE("archcode LINUX64", pvm_archcode((char*)"LINUX64"));
    CODE("archcode unknown", pvm_archcode((char*)"VAX"));
    CODE("archcode empty", pvm_archcode((char*)""));
    CODE("getfds", pvm_getfds(&list));
    CODE("getfds first", list && list[0] > 2);
}

static void sends(void) {
    int self = pvm_mytid(), number = 1, tids[4], i;
    double numbers[3] = {1, 2, 3};
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    CODE("send to 0", pvm_send(0, 1));
    CODE("send to -1", pvm_send(-1, 1));
    CODE("send to a host", pvm_send(pvm_tidtohost(self), 1));
    CODE("send with tag -1", pvm_send(self, -1));
    CODE("send to a task that never was", pvm_send(DEAD, 1));
    CODE("send to the same again", pvm_send(DEAD, 1));
    CODE("send to another host's task", pvm_send(0x800001, 1));
    CODE("psend to 0", pvm_psend(0, 1, (char*)numbers, 3, PVM_DOUBLE));
    CODE("psend to -1", pvm_psend(-1, 1, (char*)numbers, 3, PVM_DOUBLE));
    CODE("psend to a host", pvm_psend(pvm_tidtohost(self), 1, (char*)numbers, 3, PVM_DOUBLE));
    CODE("psend with tag -1", pvm_psend(self, -1, (char*)numbers, 3, PVM_DOUBLE));
    CODE("psend of -1 items", pvm_psend(self, 1, (char*)numbers, -1, PVM_DOUBLE));
    CODE("psend of type 77", pvm_psend(self, 1, (char*)numbers, 3, 77));
    CODE("psend of type -1", pvm_psend(self, 1, (char*)numbers, 3, -1));
    CODE("psend of a string", pvm_psend(self, 1, (char*)numbers, 3, PVM_STR));
    CODE("psend to a task that never was", pvm_psend(DEAD, 1, (char*)numbers, 3, PVM_DOUBLE));
    for (i = 0; i < 4; ++i)
        tids[i] = DEAD + i;
    CODE("mcast to tasks that never were", pvm_mcast(tids, 4, 1));
    CODE("mcast to nobody", pvm_mcast(tids, 0, 1));
    CODE("mcast to -1 tasks", pvm_mcast(tids, -1, 1));
    CODE("mcast with tag -1", pvm_mcast(tids, 4, -1));
    tids[0] = self;
    CODE("mcast to this task", pvm_mcast(tids, 1, 5));
    CODE("mcast does not reach the caller", pvm_trecv(-1, 5, &soon));
    tids[1] = 0;
    CODE("mcast to 0", pvm_mcast(tids, 2, 1));
    tids[1] = -1;
    CODE("mcast to -1", pvm_mcast(tids, 2, 1));
    tids[1] = pvm_tidtohost(self);
    CODE("mcast to a host", pvm_mcast(tids, 2, 1));
    CODE("send to this task", pvm_send(self, 6));
    CODE("the buffer stays", pvm_getsbuf() > 0);
    CODE("send with the same buffer again", pvm_send(self, 6));
    CODE("pkint after a send", pvm_pkint(&number, 1, 1));
    CODE("both arrive", pvm_recv(self, 6) > 0 && pvm_recv(self, 6) > 0);
}

static void receives(void) {
    int self = pvm_mytid(), got = 0, first, second, bytes = 0, tag = 0, tid = 0;
    struct timeval negative = {-1, 0};
    struct pvmminfo info;
    CODE("nrecv of nothing", pvm_nrecv(-1, 70));
    CODE("trecv of nothing", pvm_trecv(-1, 70, &soon));
    CODE("trecv with a negative time", pvm_trecv(-1, 70, &negative));
    CODE("probe of nothing", pvm_probe(-1, 70));
    CODE("recv with a tag below -1", pvm_nrecv(-1, -2));
    CODE("recv from a tid below -1", pvm_nrecv(-2, 70));
    CODE("nrecv from a task that never was", pvm_nrecv(DEAD, 70));
    sends_int(70, 1);
    CODE("probe", visible(70) > 0);
    CODE("probe leaves it", visible(70) > 0);
    CODE("probe does not make it active", pvm_getrbuf() != pvm_probe(-1, 70));
    first = pvm_recv(-1, 70);
    CODE("recv", first > 0);
    CODE("recv makes it active", pvm_getrbuf() == first);
    CODE("bufinfo", pvm_bufinfo(first, &bytes, &tag, &tid));
    CODE("bufinfo bytes", bytes);
    CODE("bufinfo tag", tag);
    CODE("bufinfo tid", tid == self);
    CODE("getminfo", pvm_getminfo(first, &info));
    CODE("getminfo len", info.len);
    CODE("getminfo ctx", info.ctx);
    CODE("getminfo tag", info.tag);
    CODE("getminfo wid", info.wid);
    CODE("getminfo enc", info.enc);
    CODE("getminfo crc", info.crc);
    CODE("getminfo src", info.src == self);
    CODE("getminfo dst", info.dst == self);
    CODE("nrecv of nothing", pvm_nrecv(self, 79));
    CODE("it leaves the receive buffer", pvm_getrbuf() == first);
    CODE("trecv of nothing again", pvm_trecv(self, 79, &soon));
    CODE("that leaves the receive buffer too", pvm_getrbuf() == first);
    sends_int(71, 2);
    second = pvm_recv(self, 71);
    CODE("recv after a recv", second > 0);
    pvm_setrbuf(0);
    sends_int(71, 3);
    first = pvm_recv(self, 71);
    CODE("a saved buffer stays", pvm_bufinfo(second, NULL, NULL, NULL));
    CODE("setrbuf of a saved buffer", pvm_setrbuf(second) == first);
    CODE("upkint of a saved buffer", pvm_upkint(&got, 1, 1));
    CODE("its value", got);
    CODE("freebuf of the other", pvm_freebuf(first));
    CODE("setsbuf of a received message", pvm_setsbuf(second) >= 0);
    CODE("getrbuf of a buffer that is also sent", pvm_getrbuf() == second);
    CODE("getsbuf of a buffer that is also received", pvm_getsbuf() == second);
    CODE("send it on", pvm_send(self, 72));
    CODE("recv it", pvm_recv(self, 72) > 0);
    CODE("upkint of it", pvm_upkint(&got, 1, 1));
    CODE("value of it", got);
    pvm_setsbuf(0);
}

static void precvs(void) {
    int self = pvm_mytid(), from = 0, tag = 0, length = 0, active;
    double sent[4] = {1, 2, 3, 4}, got[4] = {0};
    sends_int(80, 1);
    active = pvm_recv(self, 80);
    CODE("psend", pvm_psend(self, 81, (char*)sent, 3, PVM_DOUBLE));
    CODE("precv", pvm_precv(self, 81, (char*)got, 4, PVM_DOUBLE, &from, &tag, &length));
    CODE("precv tid", from == self);
    CODE("precv tag", tag);
    CODE("precv length of 3 doubles", length);
    CODE("precv value", (long)got[2]);
    CODE("precv leaves the receive buffer", pvm_getrbuf() == active);
    pvm_psend(self, 81, (char*)sent, 4, PVM_DOUBLE);
    CODE("precv into too little", pvm_precv(self, 81, (char*)got, 2, PVM_DOUBLE, NULL, NULL, &length));
    CODE("precv length of 4 doubles", length);
    pvm_psend(self, 81, (char*)sent, 3, PVM_DOUBLE);
    CODE("recv of a psend", pvm_recv(self, 81) > 0);
    CODE("upkdouble of a psend", pvm_upkdouble(got, 3, 1));
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(sent, 3, 1);
    pvm_send(self, 81);
    CODE("precv of a raw send", pvm_precv(self, 81, (char*)got, 3, PVM_DOUBLE, NULL, NULL, &length));
    CODE("precv length of a raw send", length);
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(sent, 3, 1);
    pvm_send(self, 81);
    memset(got, 0, sizeof got);
    CODE("precv of an xdr send", pvm_precv(self, 81, (char*)got, 3, PVM_DOUBLE, NULL, NULL, &length));
    CODE("precv length of an xdr send", length);
    CODE("precv value of an xdr send", got[2] == 3);
    CODE("precv of type 77", pvm_precv(self, 81, (char*)got, 3, 77, NULL, NULL, NULL));
    CODE("precv of a string", pvm_precv(self, 81, (char*)got, 3, PVM_STR, NULL, NULL, NULL));
    if (!original) CODE("precv of -1 items", pvm_precv(self, 81, (char*)got, -1, PVM_DOUBLE, NULL, NULL, NULL));
    pvm_psend(self, 81, (char*)sent, 0, PVM_INT);
    CODE("precv of nothing", pvm_precv(self, 81, (char*)got, 0, PVM_INT, NULL, NULL, &length));
    CODE("precv length of nothing", length);
}

static int takes_tag_91(int buffer, int tid, int tag) {
    int its = 0;
    pvm_bufinfo(buffer, NULL, &its, NULL);
    return its == 91;
}

static int fails(int buffer, int tid, int tag) {
    return PvmSysErr;
}

/* A result above 1 makes the message a candidate. The candidate with the largest result is received. */
static int prefers_large_tags(int buffer, int tid, int tag) {
    int its = 0;
    pvm_bufinfo(buffer, NULL, &its, NULL);
    return its >= 92 && its <= 94 ? its : 0;
}

/* The value of the message that `call` has received. */
static int value_received(int call) {
    int value = -1000;
    if (call > 0) pvm_upkint(&value, 1, 1);
    return call > 0 ? value : call;
}

static void several_candidates(void) {
    static const int tags[] = {92, 94, 93};
    struct timeval limit = {HANG_S, 0};
    int i;
    for (i = 0; i < 3; ++i)
        sends_int(tags[i], tags[i]);
    for (i = 0; i < 3; ++i)
        visible(tags[i]);
    pvm_recvf(prefers_large_tags);
    CODE("probe leaves the best of three candidates", value_received(pvm_probe(-1, -1) > 0 ? pvm_nrecv(-1, -1) : -1));
    CODE("recv of the better of two candidates", value_received(pvm_recv(-1, -1)));
    CODE("trecv of the last candidate", value_received(pvm_trecv(-1, -1, &limit)));
    CODE("nrecv without a candidate", pvm_nrecv(-1, -1));
    pvm_recvf(NULL);
}

/* The original asks the function about the messages of all contexts. */
static void match_in_another_context(void) {
    int old = pvm_setcontext(4711);
    sends_int(91, 7);
    visible(91);
    pvm_setcontext(old);
    pvm_recvf(takes_tag_91);
    CODE("nrecv with a function, message of another context", pvm_nrecv(-1, -1) > 0);
    pvm_recvf(NULL);
    pvm_setcontext(4711);
    pvm_nrecv(-1, 91);
    pvm_setcontext(old);
}

static void match_of_precv(void) {
    int self = pvm_mytid(), sent[2] = {90, 91}, got = 0;
    pvm_psend(self, 90, (char*)sent, 1, PVM_INT);
    pvm_psend(self, 91, (char*)(sent + 1), 1, PVM_INT);
    pvm_recvf(takes_tag_91);
    CODE("precv with a match function", pvm_precv(-1, -1, (char*)&got, 1, PVM_INT, NULL, NULL, NULL));
    CODE("it takes what the function wants", got);
    pvm_recvf(NULL);
    CODE("precv with the default again", pvm_precv(-1, 90, (char*)&got, 1, PVM_INT, NULL, NULL, NULL));
    CODE("it takes the other one", got);
}

static void match_function(void) {
    int got = 0;
    CODE("recvf gives the default", pvm_recvf(takes_tag_91) != NULL);
    sends_int(90, 90);
    sends_int(91, 91);
    CODE("recv with a match function", pvm_recv(-1, -1) > 0);
    pvm_upkint(&got, 1, 1);
    CODE("it takes what it wants", got);
    CODE("recvf gives the function", pvm_recvf(fails) == takes_tag_91);
    CODE("nrecv with a function that fails", pvm_nrecv(-1, -1));
    pvm_recvf(NULL);
    CODE("recv with the default again", pvm_recv(-1, 90) > 0);
    several_candidates();
    match_in_another_context();
    match_of_precv();
}

static void contexts(void) {
    int first = pvm_newcontext(), second = pvm_newcontext();
    CODE("getcontext", pvm_getcontext());
    CODE("newcontext", first > 0);
    CODE("newcontext is another", second != first);
    CODE("setcontext", pvm_setcontext(first));
    CODE("setcontext gives the old one", pvm_setcontext(second) == first);
    sends_int(95, 1);
    CODE("a message is seen in its context", visible(95) > 0);
    pvm_setcontext(first);
    CODE("a message is not seen in another", pvm_probe(-1, 95));
    pvm_setcontext(second);
    CODE("recv in the context", pvm_recv(-1, 95) > 0);
    CODE("setcontext of any number", pvm_setcontext(123456789) == second);
    CODE("setcontext -1", pvm_setcontext(-1));
    CODE("setcontext 0", pvm_setcontext(0));
    CODE("freecontext", pvm_freecontext(first));
    CODE("freecontext twice", pvm_freecontext(first));
    CODE("freecontext unknown", pvm_freecontext(4711));
    CODE("freecontext 0", pvm_freecontext(0));
    CODE("freecontext -1", pvm_freecontext(-1));
    pvm_freecontext(second);
}

static void any_context(void) {
    int old = pvm_setcontext(4712);
    sends_int(96, 1);
    visible(96);
    pvm_setcontext(-1);
    CODE("nrecv in the context -1", pvm_nrecv(-1, 96) > 0);
    pvm_setcontext(old);
}

static int calls, handled_buffer, handled_send, handled_value;

static int handler(int message) {
    ++calls;
    handled_buffer = message == pvm_getrbuf();
    handled_send = pvm_getsbuf();
    pvm_upkint(&handled_value, 1, 1);
    return 0;
}

static void handlers(void) {
    int self = pvm_mytid(), id, active, i = 0;
    id = pvm_addmhf(self, 100, 0, handler);
    CODE("addmhf", id);
    CODE("addmhf the same", pvm_addmhf(self, 100, 0, handler));
    CODE("addmhf another tag", pvm_addmhf(self, 101, 0, handler));
    CODE("addmhf any tag", pvm_addmhf(self, -1, 0, handler));
    CODE("delmhf of it", pvm_delmhf(11));
    CODE("addmhf without a function", pvm_addmhf(self, 102, 0, NULL));
    sends_int(99, 1);
    pvm_recv(self, 99);
    active = pvm_getrbuf();
    sends_int(100, 7);
    do
        pvm_trecv(-1, 100, &soon); /* the handler gets the message, so the call itself never ends earlier */
    while (calls == 0 && ++i < 20 * HANG_S);
    CODE("handler is called", calls);
    CODE("handler has the message", handled_buffer);
    CODE("handler has no send buffer", handled_send);
    CODE("handler unpacks", handled_value);
    CODE("receive buffer after a handler", pvm_getrbuf() == active);
    CODE("the message is consumed", pvm_nrecv(-1, 100));
    CODE("delmhf", pvm_delmhf(id));
    CODE("delmhf twice", pvm_delmhf(id));
    CODE("delmhf unknown", pvm_delmhf(4711));
    CODE("delmhf -1", pvm_delmhf(-1));
    CODE("delmhf of the other", pvm_delmhf(10));
}

static void reserved_tags(void) {
    int dead = DEAD;
    CODE("setopt reserved tids", pvm_setopt(PvmResvTids, 1));
    pvm_initsend(PvmDataDefault);
    CODE("send with tag -1 and reserved tids", pvm_send(pvm_mytid(), -1));
    CODE("mcast with tag -1 and reserved tids", pvm_mcast(&dead, 1, -1));
    CODE("setopt reserved tids back", pvm_setopt(PvmResvTids, 0));
    pvm_setopt(PvmAutoErr, 0);
    CODE("an error without a line", pvm_send(0, 1));
    CODE("setopt errors back", pvm_setopt(PvmAutoErr, 1));
}

static int own_ends, own_end_value;

static int own_end(int message) {
    ++own_ends;
    pvm_upkint(&own_end_value, 1, 1);
    return 0;
}

/* The library itself tells the task of its own end, in pvm_exit. */
static void leaving(void) {
    int old = pvm_mytid();
    CODE("addmhf for the own end", pvm_addmhf(old, 103, 0, own_end) > 0);
    CODE("notify of this task", pvm_notify(PvmTaskExit, 103, 1, &old));
    CODE("no notice before the exit", pvm_nrecv(-1, 103));
    CODE("no call of the handler before the exit", own_ends);
    CODE("exit", pvm_exit());
    CODE("calls of the handler by the exit", own_ends);
    CODE("the notice has the tid of this task", own_end_value == old);
    CODE("exit twice", pvm_exit());
    CODE("mytid after exit", pvm_mytid() > 0 && pvm_mytid() != old);
    CODE("exit again", pvm_exit());
    CODE("calls of the handler by a later exit", own_ends);
}

int main(int argc, char** argv) {
    original = in_the_original(argc, argv);
    begin_codes();
    enrolling();
    reserved_tags();
    sends();
    receives();
    precvs();
    match_function();
    contexts();
    any_context();
    handlers();
    leaving();
    return 0;
}
