package dev.gearbox.load.chain;

import dev.gearbox.engines.linux.uring.SocketRing;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Program;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs one {@link UserTurn} of each user at a time, each as one linked chain of io_uring in the user's own slot. Reports every established connection and every
 * answer in the order of the chain; a chain that breaks is reported once.
 *
 * <p>A slot is reused only when all requests of its last chain have completed: a turn that is submitted earlier waits until then. A chain that is dropped is
 * cancelled again whenever one of its requests succeeds nevertheless.
 */
public final class Chains implements AutoCloseable {
    private static final int INDEX_BITS = 8;
    /** In place of the index of a request: its completion means nothing. */
    private static final int IGNORED = 255;
    /** In place of the index of a request: the question whether the connection was reset, after an answer that is too short. */
    private static final int PROBE = 254;

    /** Receives what happens in the chains, on the thread that calls {@link #deliver}. */
    public interface Events {
        void connected(int user);

        /**
         * A whole answer has arrived.
         *
         * @param in position and limit enclose it
         * @param check what is behind it if the connection is being closed: 1 for bytes, 0 for the end, {@link SocketRing#NOTHING}, or the errno as a
         *     negative number; {@link SocketRing#NOTHING} also if it is not being closed
         */
        void answered(int user, ByteBuffer in, int check);

        /**
         * The chain has ended early.
         *
         * @param connecting whether there was no connection yet
         * @param in position and limit enclose the part of the answer that has arrived
         * @param result 0: nothing more came, because the peer has ended the connection or the receive was cancelled; else the errno as a negative number,
         *     {@link SocketRing#CANCELLED} among them
         */
        void broken(int user, boolean connecting, ByteBuffer in, int result);
    }

    private final PayloadContents contents;
    private final Events events;
    private final @Nullable UserTurn[] turns;
    private final MemorySegment[] payloads;
    private final int answers;
    private final int answerSize;
    private final int sources;
    private final int destinations;
    private final SocketRing ring;

    /** By user: the turn whose requests have not all completed. */
    private final @Nullable UserTurn[] current;
    /** The turn that waits for the end of that one, and the number of its first request. */
    private final @Nullable UserTurn[] next;

    private final int[] nextRequest;
    /** Whether a request has failed, how many completions will still come, and how many bytes of the answer have arrived. */
    private final boolean[] failed;

    private final int[] left;
    private final int[] arrived;
    private final int[] arrivedAt;
    /** Whether its user has given it up, and whether its connection is closed at its end. */
    private final boolean[] dropped;

    private final boolean[] closing;

    /**
     * Creates a ring for the users of a program.
     *
     * @throws IOException if the kernel refuses it
     */
    public Chains(Program program, PayloadContents contents, int users, AddressPairs addresses, Events events)
            throws IOException {
        this.contents = contents;
        this.events = events;
        turns = UserTurn.all(program, contents, !addresses.sources().isEmpty());
        answers = Arrays.stream(turns)
                .filter(Objects::nonNull)
                .mapToInt(UserTurn::answers)
                .max()
                .orElse(0);
        // And a byte that should not be there.
        answerSize = contents.longestAnswer() + 1;
        sources = addresses.sources().size();
        destinations = addresses.destinations().size();
        payloads = new MemorySegment[contents.payloads()];
        Arrays.setAll(payloads, payload -> MemorySegment.ofBuffer(contents.region(payload)));
        current = new @Nullable UserTurn[users];
        next = new @Nullable UserTurn[users];
        nextRequest = new int[users];
        failed = new boolean[users];
        left = new int[users];
        arrived = new int[users];
        arrivedAt = new int[users];
        dropped = new boolean[users];
        closing = new boolean[users];
        ring = new SocketRing(
                users,
                Math.multiplyExact(users, answers * answerSize),
                addresses.sources(),
                addresses.destinations(),
                this::completed);
    }

    /** Returns the number of steps of the script in the turn that begins at a position of the program. */
    public int steps(int pc) {
        return turn(pc).steps();
    }

    private UserTurn turn(int pc) {
        return Objects.requireNonNull(turns[pc], "no turn begins here");
    }

    /**
     * Submits the turn that begins at a position of the program, with the next {@link #enter}.
     *
     * @param request the number of the user's first request in it
     */
    public void submit(int user, int pc, int request) {
        if (current[user] == null) {
            begin(user, turn(pc), request);
        } else {
            next[user] = turn(pc);
            nextRequest[user] = request;
        }
    }

    private void begin(int user, UserTurn turn, int firstRequest) {
        current[user] = turn;
        failed[user] = false;
        dropped[user] = false;
        closing[user] = false;
        int request = firstRequest;
        int answer = 0;
        int size = turn.size();
        ring.chain(size);
        for (int index = 0; index < size; index++) {
            boolean linked = index + 1 < size;
            long data = data(user, index);
            switch (turn.request(index)) {
                case SOCKET -> ring.socket(user, data);
                case OPTION -> ring.choosePortLate(user, data);
                case BIND -> ring.bind(user, user % sources, data);
                case CONNECT -> ring.connect(user, user % destinations, linked, data);
                case SEND -> {
                    int payload = turn.argument(index);
                    int from = contents.offset(payload, user, request++);
                    ring.send(user, payloads[payload], from, contents.size(payload), data);
                }
                case RECEIVE -> ring.receive(user, place(user, answer++), turn.argument(index), linked, data);
                case CHECK -> ring.probe(user, place(user, answer) - 1, linked, data);
                case CLOSE -> ring.close(user, linked, data);
            }
        }
        arrivedAt[user] = place(user, 0);
    }

    private static long data(int user, int index) {
        return (long) user << INDEX_BITS | index;
    }

    private int place(int user, int answer) {
        return (user * answers + answer) * answerSize;
    }

    /** Cancels what a user waits for, which then ends as broken unless it has just succeeded. Returns false if that has not been submitted yet. */
    public boolean cancel(int user) {
        boolean submitted = current[user] != null && !dropped[user];
        if (submitted && !failed[user]) {
            ring.cancel(user, data(user, IGNORED));
        }
        return submitted;
    }

    /** Closes a user's connection and forgets its turn. */
    public void drop(int user) {
        next[user] = null;
        if (current[user] == null) {
            ring.close(user, false, data(user, IGNORED));
            return;
        }
        dropped[user] = true;
        closing[user] = true;
        if (!failed[user]) {
            ring.cancel(user, data(user, IGNORED));
        }
    }

    /**
     * Submits what was requested and lets the kernel proceed with the chains.
     *
     * @param nanos how long to wait for something to deliver; 0: not at all
     * @return the number of completions to {@link #deliver}
     */
    public int enter(long nanos) {
        return ring.enter(nanos);
    }

    /** Delivers what has happened. */
    public void deliver() {
        ring.deliver();
    }

    private void completed(long data, int result) {
        int user = (int) (data >>> INDEX_BITS);
        int index = (int) data & IGNORED;
        if (index == IGNORED) {
            return;
        }
        if (index == PROBE) {
            left[user]--;
            broken(user, false, result);
        } else if (failed[user]) {
            left[user]--;
            endIfOver(user);
        } else {
            UserTurn turn = Objects.requireNonNull(current[user]);
            boolean success = switch (turn.request(index)) {
                case CHECK -> true;
                case RECEIVE -> result == turn.argument(index);
                case SOCKET, OPTION, BIND, CONNECT, SEND, CLOSE -> result >= 0;
            };
            if (success) {
                succeeded(user, turn, index, result);
            } else {
                failed(user, turn, index, result);
            }
        }
    }

    private void succeeded(int user, UserTurn turn, int index, int result) {
        boolean over = index + 1 == turn.size();
        UserTurn.Request request = turn.request(index);
        if (over && (dropped[user] || request == UserTurn.Request.CLOSE)) {
            end(user);
        } else if (dropped[user]) {
            ring.cancel(user, data(user, IGNORED));
        } else {
            if (over) {
                current[user] = null;
            }
            switch (request) {
                case CONNECT -> events.connected(user);
                case CHECK -> answered(user, turn.argument(index - 1), result);
                case RECEIVE -> {
                    if (!turn.isChecked(index)) {
                        answered(user, turn.argument(index), SocketRing.NOTHING);
                    }
                }
                case SOCKET, OPTION, BIND, SEND, CLOSE ->
                    throw new IllegalStateException("a silent request completed: " + request);
            }
        }
    }

    private void answered(int user, int size, int check) {
        int at = arrivedAt[user];
        arrivedAt[user] += answerSize;
        events.answered(user, part(at, size), check);
    }

    private ByteBuffer part(int at, int count) {
        return ring.received().limit(at + count).position(at);
    }

    private void failed(int user, UserTurn turn, int index, int result) {
        UserTurn.Request request = turn.request(index);
        failed[user] = true;
        left[user] = switch (request) {
            case SOCKET, OPTION, BIND, SEND -> 0;
            case CONNECT, RECEIVE -> turn.size() - 1 - index;
            case CHECK, CLOSE -> throw new IllegalStateException(request + " failed: " + result);
        };
        arrived[user] = 0;
        if (request == UserTurn.Request.RECEIVE && result > 0) {
            // It ended early, and only the connection knows why.
            arrived[user] = result;
            left[user]++;
            ring.sendNothing(user, data(user, PROBE));
            return;
        }
        boolean connecting = switch (request) {
            case SOCKET, OPTION, BIND, CONNECT -> true;
            case SEND, RECEIVE, CHECK, CLOSE -> false;
        };
        broken(user, connecting, result);
    }

    private void broken(int user, boolean connecting, int result) {
        boolean told = dropped[user];
        dropped[user] = true;
        if (left[user] == 0 && !told) {
            current[user] = null;
        }
        if (told) {
            endIfOver(user);
        } else {
            events.broken(user, connecting, part(arrivedAt[user], arrived[user]), result);
        }
    }

    private void endIfOver(int user) {
        if (left[user] == 0) {
            end(user);
        }
    }

    private void end(int user) {
        current[user] = null;
        if (closing[user]) {
            closing[user] = false;
            ring.close(user, false, data(user, IGNORED));
        }
        UserTurn waiting = next[user];
        if (waiting != null) {
            next[user] = null;
            begin(user, waiting, nextRequest[user]);
        }
    }

    /** Closes all connections. */
    @Override
    public void close() throws IOException {
        ring.close();
    }
}
