/* The cheapest possible listener, for bench/flood. It accepts each connection and resets it at once.
 *
 *   accept_and_close ADDRESS...    one thread and one port each; prints "ADDRESS:PORT..." and runs until it is ended */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void fail(const char* what) {
    perror(what);
    exit(1);
}

static int listen_at(const char* address, struct sockaddr_in* at) {
    socklen_t size = sizeof *at;
    const int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memset(at, 0, sizeof *at);
    at->sin_family = AF_INET;
    if (inet_pton(AF_INET, address, &at->sin_addr) != 1) fail(address);
    if (bind(listening, (struct sockaddr*)at, size) != 0 || listen(listening, SOMAXCONN) != 0 ||
        getsockname(listening, (struct sockaddr*)at, &size) != 0)
        fail("listen");
    return listening;
}

static void* serve(void* listening) {
    const struct linger at_once = {1, 0};
    for (;;) {
        const int taken = accept4((int)(intptr_t)listening, NULL, NULL, SOCK_CLOEXEC);
        if (taken < 0) continue;
        setsockopt(taken, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close(taken);
    }
    return NULL;
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        struct sockaddr_in at;
        pthread_t thread;
        const int listening = listen_at(argv[i], &at);
        if (pthread_create(&thread, NULL, serve, (void*)(intptr_t)listening) != 0) fail("pthread_create");
        printf("%s%s:%d", i > 1 ? " " : "", argv[i], ntohs(at.sin_port));
    }
    puts("");
    fflush(stdout);
    pause();
    return 0;
}
