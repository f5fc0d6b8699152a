package dev.gearbox.engines.linux.sockets;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Sockaddr;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the descriptor of a connection in this process by its two addresses. No two sockets of a process have both in common; the two ends of a connection have
 * them the other way round.
 *
 * <p>It checks one descriptor after the other, with two system calls each, from where it last stopped, and caches what it saw by the two ports. So finding all
 * n connections takes about n checks, in any order; finding a new one takes up to n, unless the caller has a good guess. Cached entries may be stale, and are
 * verified before use. For one thread at a time.
 */
final class DescriptorSearch {
    private static final Path OPEN = Path.of("/proc/self/fd");
    /** After so many unused numbers in a row it asks which is the last one in use. */
    private static final int GAP = 1024;

    private static final int PORTS = 1 << 16;
    private static final int STANDARD_INPUT = 0;

    private final Syscalls calls;
    private final Sockaddr name = new Sockaddr();
    /**
     * Keyed by both ports: the last two numbers at which such sockets were seen, plus one; the last one first. Of some hundred connections a few share a key
     * with another, and with one number each, finding them would take a whole pass.
     */
    private final int[] seen = new int[2 * PORTS];

    private int next;
    private long looks;

    DescriptorSearch(Syscalls calls) {
        this.calls = calls;
    }

    /** Returns the lowest free number, which the next socket will get unless another thread opens one first; negative if there is none. */
    int free() {
        int number = calls.duplicate(STANDARD_INPUT);
        if (number >= 0) {
            LinuxSockets.close(calls, number);
        }
        return number;
    }

    /** As {@link #find(SocketAddress, SocketAddress, int)}, without a guess. */
    int find(@Nullable SocketAddress local, @Nullable SocketAddress remote) throws IOException {
        return find(local, remote, -1);
    }

    /**
     * Returns the descriptor number of the socket with these two addresses.
     *
     * @param guess the number that it probably has; negative if unknown
     * @throws IOException if there is none
     */
    int find(@Nullable SocketAddress local, @Nullable SocketAddress remote, int guess) throws IOException {
        if (local instanceof InetSocketAddress from && remote instanceof InetSocketAddress to) {
            if (guess >= 0 && look(guess, from, to) == Inspected.FOUND) {
                return guess;
            }
            int place = place(from.getPort(), to.getPort());
            int last = seen[place] - 1;
            int lastButOne = seen[place + 1] - 1;
            if (last >= 0 && look(last, from, to) == Inspected.FOUND) {
                return last;
            }
            if (lastButOne >= 0 && look(lastButOne, from, to) == Inspected.FOUND) {
                return lastButOne;
            }
            int start = next;
            int found = walk(start, limit(), from, to);
            if (found < 0) {
                found = walk(0, start, from, to);
            }
            if (found >= 0) {
                next = found + 1;
                return found;
            }
        }
        throw new IOException(
                "no descriptor is connected from " + local + " to " + remote + ": the connection is gone");
    }

    /** Returns whether that number is the socket with these two addresses. */
    boolean isAt(int number, SocketAddress local, SocketAddress remote) {
        return local instanceof InetSocketAddress from
                && remote instanceof InetSocketAddress to
                && look(number, from, to) == Inspected.FOUND;
    }

    /** Returns how many descriptors were checked so far. */
    long looks() {
        return looks;
    }

    /** No number is as large. The search ends there, so descriptors are not listed when all numbers are in use: listing would need one. */
    private int limit() {
        long limit = calls.descriptorLimit();
        return limit > 0 ? (int) Math.min(limit, Integer.MAX_VALUE) : Integer.MAX_VALUE;
    }

    private int walk(int start, int stop, InetSocketAddress local, InetSocketAddress remote) throws IOException {
        int unused = 0;
        int end = stop;
        for (int number = start; number < end; number++) {
            switch (look(number, local, remote)) {
                case FOUND -> {
                    return number;
                }
                case OTHER -> unused = 0;
                case UNUSED -> {
                    if (++unused == GAP) {
                        end = Math.min(end, lastInUse() + 1);
                    }
                }
            }
        }
        return -1;
    }

    private enum Inspected {
        FOUND,
        OTHER,
        UNUSED
    }

    private Inspected look(int number, InetSocketAddress local, InetSocketAddress remote) {
        looks++;
        int result = calls.getpeername(number, name.clear());
        if (result < 0) {
            return result == -Constants.EBADF ? Inspected.UNUSED : Inspected.OTHER;
        }
        int remotePort = name.port();
        boolean same = name.is(remote);
        if (calls.getsockname(number, name.clear()) < 0) {
            return Inspected.OTHER;
        }
        remember(place(name.port(), remotePort), number + 1);
        return same && name.is(local) ? Inspected.FOUND : Inspected.OTHER;
    }

    private void remember(int place, int number) {
        if (seen[place] != number) {
            seen[place + 1] = seen[place];
            seen[place] = number;
        }
    }

    /** One of the two ports is the same for many connections, the other is not. */
    private static int place(int localPort, int remotePort) {
        return 2 * ((localPort ^ Short.toUnsignedInt(Short.reverseBytes((short) remotePort))) % PORTS);
    }

    private static int lastInUse() throws IOException {
        try (Stream<Path> numbers = Files.list(OPEN)) {
            return numbers.mapToInt(each -> Integer.parseInt(each.getFileName().toString()))
                    .max()
                    .orElse(0);
        }
    }
}
