/* The limit of what is possible: system calls between two processes, or OpenSSL alone.
 *
 *   raw_socket tcp|unix|tls spin|block PATTERN ARGUMENTS...  patterns.h; spin: both sides spin on non-blocking sockets;
 *                                                            tls: TLS 1.3 over TCP, AES-128-GCM, a key known to both */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "patterns.h"

static int descriptor;
static SSL* tls;

static void fail(const char* what) {
    perror(what);
    exit(1);
}

/* Stores a connected pair of TCP sockets over 127.0.0.1. */
static void tcp_pair(int ends[2]) {
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof where;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr*)&where, length) != 0) fail("bind 127.0.0.1");
    if (listen(listener, 1) != 0 || getsockname(listener, (struct sockaddr*)&where, &length) != 0) fail("listen");
    ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    if (ends[0] < 0 || connect(ends[0], (struct sockaddr*)&where, length) != 0) fail("connect");
    ends[1] = accept(listener, NULL, NULL);
    if (ends[1] < 0) fail("accept");
    close(listener);
    const int on = 1;
    for (int i = 0; i < 2; ++i)
        if (setsockopt(ends[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) fail("TCP_NODELAY");
}

/* True if the call must be repeated. Ends the program if the connection is broken. */
static int again(ssize_t moved) {
    if (moved > 0) return 0;
    if (moved == 0 || (errno != EAGAIN && errno != EINTR)) fail("the connection broke");
    return 1;
}

static void send_all(int to, const void* data, size_t bytes) {
    (void)to;
    for (const char* at = data; bytes > 0;) {
        const ssize_t moved = send(descriptor, at, bytes, MSG_NOSIGNAL);
        if (again(moved)) continue;
        at += moved;
        bytes -= (size_t)moved;
    }
}

static void receive_all(int from, void* data, size_t bytes) {
    (void)from;
    for (char* at = data; bytes > 0;) {
        const ssize_t moved = recv(descriptor, at, bytes, 0);
        if (again(moved)) continue;
        at += moved;
        bytes -= (size_t)moved;
    }
}

static SSL_SESSION* shared_key(SSL* ssl) {
    const unsigned char key[32] = "both sides of the comparison do", cipher[] = {0x13, 0x01};
    SSL_SESSION* session = SSL_SESSION_new();
    if (!session || !SSL_SESSION_set1_master_key(session, key, sizeof key) ||
        !SSL_SESSION_set_cipher(session, SSL_CIPHER_find(ssl, cipher)) ||
        !SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION))
        fail("a key for TLS");
    return session;
}

static int client_key(SSL* ssl, const EVP_MD* digest, const unsigned char** id, size_t* length, SSL_SESSION** session) {
    (void)digest;
    *id = (const unsigned char*)"pair";
    *length = 4;
    *session = shared_key(ssl);
    return 1;
}

static int server_key(SSL* ssl, const unsigned char* id, size_t length, SSL_SESSION** session) {
    (void)id;
    (void)length;
    *session = shared_key(ssl);
    return 1;
}

static void start_tls(int rank) {
    SSL_CTX* context = SSL_CTX_new(rank == 0 ? TLS_client_method() : TLS_server_method());
    if (!context || !SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) ||
        !SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256") || !SSL_CTX_set_num_tickets(context, 0))
        fail("TLS 1.3");
    SSL_CTX_set_psk_use_session_callback(context, client_key);
    SSL_CTX_set_psk_find_session_callback(context, server_key);
    tls = SSL_new(context);
    if (!tls || !SSL_set_fd(tls, descriptor)) fail("SSL_set_fd");
    if ((rank == 0 ? SSL_connect(tls) : SSL_accept(tls)) != 1) fail("TLS handshake");
}

/* As again(), for a call of OpenSSL that moved no bytes. */
static int tls_again(int done) {
    const int why = SSL_get_error(tls, done);
    if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) fail("the TLS connection broke");
    return 1;
}

static void send_all_tls(int to, const void* data, size_t bytes) {
    (void)to;
    size_t moved = 0;
    for (const char* at = data; bytes > 0; at += moved, bytes -= moved, moved = 0)
        for (int done = 0; (done = SSL_write_ex(tls, at, bytes, &moved)) != 1;)
            tls_again(done);
}

static void receive_all_tls(int from, void* data, size_t bytes) {
    (void)from;
    size_t moved = 0;
    for (char* at = data; bytes > 0; at += moved, bytes -= moved, moved = 0)
        for (int done = 0; (done = SSL_read_ex(tls, at, bytes, &moved)) != 1;)
            tls_again(done);
}

int main(int argc, char** argv) {
    const int encrypted = argc > 3 && strcmp(argv[1], "tls") == 0;
    const int tcp = encrypted || (argc > 3 && strcmp(argv[1], "tcp") == 0),
              local = argc > 3 && strcmp(argv[1], "unix") == 0;
    const int spin = argc > 3 && strcmp(argv[2], "spin") == 0, block = argc > 3 && strcmp(argv[2], "block") == 0;
    if (!(tcp || local) || !(spin || block)) {
        fprintf(stderr, "usage: raw_socket tcp|unix|tls spin|block PATTERN ARGUMENTS...\n");
        return 2;
    }
    int ends[2];
    if (tcp) tcp_pair(ends);
    if (local && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) fail("socketpair");
    const pid_t child = fork();
    if (child < 0) fail("fork");
    const int rank = child == 0 ? 1 : 0;
    descriptor = ends[rank];
    close(ends[1 - rank]);
    if (encrypted) start_tls(rank);
    if (spin && fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) != 0) fail("O_NONBLOCK");
    const struct side side = {.rank = rank,
                              .size = 2,
                              .send = encrypted ? send_all_tls : send_all,
                              .receive = encrypted ? receive_all_tls : receive_all,
                              .shift = NULL};
    const int result = run_pattern(&side, argc - 3, argv + 3);
    if (rank == 1) _exit(result);
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0 ? result : 1;
}
