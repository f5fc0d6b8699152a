/*
 * Echo on one epoll, by one thread: the reference for the cost of a server on this machine.
 *
 *   listening socket ─► accept4 until the queue is empty
 *   a connection     ─► recv ─► send at once; what the socket does not accept is buffered,
 *                       and nothing more is read until it has been sent
 *
 * Level-triggered: an event that was not handled completely is reported again, so one recv per event suffices, and no
 * connection starves another. An idle connection needs a descriptor and no buffer. The end of the peer's stream
 * is only read when everything before it has been sent, so that a half-closed peer gets all its answers.
 *
 * After the manual page epoll(7).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 4096, EVENTS = 512, BUFFER = 64 << 10, MOST_DESCRIPTORS = 1 << 20 };

/* What a full socket has not accepted yet. */
struct pending {
    char *bytes;
    size_t sent;
    size_t size;
};

static struct pending *pending; /* by descriptor; untouched pages of it cost nothing */
static char buffer[BUFFER];
static int epoll;
static int spare; /* released when there are no more descriptors, so that the next peer can be refused */

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void watch(int operation, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = fd};
    if (epoll_ctl(epoll, operation, fd, &event) < 0) {
        fail("epoll_ctl");
    }
}

static void end(int fd) {
    free(pending[fd].bytes);
    memset(&pending[fd], 0, sizeof pending[fd]);
    close(fd);
}

/* Returns how much was accepted; -1 if the peer has disconnected. */
static ssize_t offer(int fd, const char *bytes, size_t size) {
    size_t sent = 0;
    while (sent < size) {
        ssize_t count = send(fd, bytes + sent, size - sent, MSG_NOSIGNAL);
        if (count >= 0) {
            sent += (size_t) count;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return (ssize_t) sent;
}

static void keep(int fd, const char *bytes, size_t size) {
    char *copy = malloc(size);
    if (copy == NULL) {
        fail("malloc");
    }
    memcpy(copy, bytes, size);
    pending[fd] = (struct pending) {.bytes = copy, .size = size};
    watch(EPOLL_CTL_MOD, fd, EPOLLOUT);
}

static void readable(int fd) {
    ssize_t count = recv(fd, buffer, sizeof buffer, 0);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        return;
    }
    ssize_t sent = count > 0 ? offer(fd, buffer, (size_t) count) : -1;
    if (sent < 0) {
        end(fd);
    } else if (sent < count) {
        keep(fd, buffer + sent, (size_t) (count - sent));
    }
}

static void writable(int fd) {
    struct pending *left = &pending[fd];
    ssize_t sent = offer(fd, left->bytes + left->sent, left->size - left->sent);
    if (sent < 0) {
        end(fd);
        return;
    }
    left->sent += (size_t) sent;
    if (left->sent == left->size) {
        free(left->bytes);
        memset(left, 0, sizeof *left);
        watch(EPOLL_CTL_MOD, fd, EPOLLIN);
    }
}

static int reserve(void) {
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fail("/dev/null");
    }
    return fd;
}

/* Without this a connection that cannot be accepted would be reported forever. */
static void refuse(int server) {
    close(spare);
    int fd = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0) {
        close(fd);
    }
    spare = reserve();
}

static void accept_all(int server) {
    for (;;) {
        int fd = accept4(server, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            watch(EPOLL_CTL_ADD, fd, EPOLLIN);
        } else if (errno == EMFILE || errno == ENFILE) {
            refuse(server);
            return;
        } else if (errno != EINTR && errno != ECONNABORTED) {
            if (errno != EAGAIN && errno != EWOULDBLOCK) {
                fail("accept4");
            }
            return;
        }
    }
}

static int listen_on(uint16_t port) {
    int on = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0
            || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0 /* accepted sockets inherit it on Linux */
            || bind(fd, (struct sockaddr *) &address, sizeof address) < 0 || listen(fd, BACKLOG) < 0) {
        fail("cannot listen");
    }
    return fd;
}

/* Raises the limit to what the machine allows, within reason; returns it. */
static size_t all_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) {
        fail("getrlimit");
    }
    limit.rlim_cur = limit.rlim_max < MOST_DESCRIPTORS ? limit.rlim_max : MOST_DESCRIPTORS;
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) {
        fail("setrlimit");
    }
    return limit.rlim_cur;
}

int main(int count, char **words) {
    char *rest = "";
    long port = count == 2 ? strtol(words[1], &rest, 10) : 0;
    if (port < 1 || port > UINT16_MAX || *rest != '\0') {
        fprintf(stderr, "usage: c-epoll PORT\n");
        return 2;
    }
    pending = calloc(all_descriptors(), sizeof *pending);
    if (pending == NULL) {
        fail("calloc");
    }
    spare = reserve();
    epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) {
        fail("epoll_create1");
    }
    int server = listen_on((uint16_t) port);
    watch(EPOLL_CTL_ADD, server, EPOLLIN);
    struct epoll_event events[EVENTS];
    for (;;) {
        int ready = epoll_wait(epoll, events, EVENTS, -1);
        if (ready < 0 && errno != EINTR) {
            fail("epoll_wait");
        }
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (fd == server) {
                accept_all(server);
            } else if (pending[fd].bytes != NULL) {
                writable(fd);
            } else {
                readable(fd);
            }
        }
    }
}
