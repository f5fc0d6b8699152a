package dev.gearbox.advise.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client sent until the process began to answer, and the answer. Several requests that arrive before the first answer count as one.
 *
 * @param thread that answered
 * @param virtual whether that thread is virtual
 * @param arrived when its last bytes had been read, in nanoseconds since 1970
 * @param answered when the answer began
 * @param bytesIn of the request
 * @param bytesOut of the answer
 */
record AnsweredRequest(long thread, boolean virtual, long arrived, long answered, long bytesIn, long bytesOut) {
    /** What is known of a connection between two requests. */
    private static final class Open {
        private long arrived;
        private long in;
        private AnsweredRequest answering = new AnsweredRequest(0, false, 0, 0, 0, 0);
    }

    /**
     * Finds the requests: a read and the next write of the same connection.
     *
     * @param transfers in the order of their time
     */
    static List<AnsweredRequest> of(List<SocketTransfer> transfers, Peers peers) {
        Map<String, Open> connections = new HashMap<>();
        List<AnsweredRequest> found = new ArrayList<>();
        for (SocketTransfer each : transfers) {
            if (!peers.isClient(each.peer()) || each.bytes() == 0) {
                continue;
            }
            Open open = connections.computeIfAbsent(each.peer(), _ -> new Open());
            if (each.read()) {
                if (open.answering.bytesOut > 0) {
                    found.add(open.answering);
                    open.answering = new AnsweredRequest(0, false, 0, 0, 0, 0);
                }
                open.arrived = each.end();
                open.in += each.bytes();
            } else if (open.in > 0) {
                open.answering = new AnsweredRequest(
                        each.thread(), each.virtual(), open.arrived, each.start(), open.in, each.bytes());
                open.in = 0;
            } else if (open.answering.bytesOut > 0) {
                open.answering = open.answering.longer(each.bytes());
            }
        }
        connections.values().stream()
                .map(open -> open.answering)
                .filter(last -> last.bytesOut > 0)
                .forEach(found::add);
        return found;
    }

    private AnsweredRequest longer(long more) {
        return new AnsweredRequest(thread, virtual, arrived, answered, bytesIn, bytesOut + more);
    }

    /** Returns how long the process took until it began to answer, in nanoseconds. */
    long span() {
        return Math.max(0, answered - arrived);
    }
}
