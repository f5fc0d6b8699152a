package dev.gearbox.advise.observe;

/**
 * A read or a write of a socket, as JFR records it. JFR does not name the local port, so a connection is known by its peer alone.
 *
 * @param peer address and port: {@code 127.0.0.1:40312}
 * @param thread id of the Java thread
 * @param virtual whether that thread is virtual
 * @param read else written
 * @param start nanoseconds since 1970; a blocking read begins long before its bytes arrive
 * @param end the same
 * @param bytes transferred; never 0, unless the stream ended
 * @param ended whether the peer has closed its side
 */
record SocketTransfer(
        String peer, long thread, boolean virtual, boolean read, long start, long end, long bytes, boolean ended) {
    /** When the bytes were there, or left. */
    long moment() {
        return read ? end : start;
    }
}
