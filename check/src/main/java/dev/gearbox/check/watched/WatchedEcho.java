package dev.gearbox.check.watched;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The server's half of one connection: an echo that checks everything. It verifies each byte by its position, that no callback is entered while
 * another one runs, that a plain field written by one callback is seen by the next, that each task runs once and in order, each timer once and not
 * too early, and a cancelled one never. Now and then it leaves bytes unread and pauses until a timer resumes, so that these move as well.
 */
public final class WatchedEcho implements Session {
    private static final long LONGEST_TIMER = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    private final Connection connection;
    private final KnownBytes bytes;
    private final Violations violations;
    private final SplittableRandom random;
    private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile String lastShift = "not shifted yet";

    // Plain: an engine makes each callback see the effects of the previous one.
    private long received;
    private long tasks;
    private long fired;
    private int ticking;
    private boolean paused;
    private @Nullable CompletableFuture<Counts> settled;

    /** The number of tasks and timers that a session has run. */
    public record Counts(long tasks, long timers) {}

    public WatchedEcho(Connection connection, KnownBytes bytes, Violations violations) {
        this.connection = connection;
        this.bytes = bytes;
        this.violations = violations;
        random = new SplittableRandom(bytes.seed());
    }

    @Override
    public void received(ByteBuffer in) {
        callback(() -> take(in));
    }

    private void take(ByteBuffer in) {
        if (paused) {
            find("bytes while paused");
        }
        if (ended.isDone()) {
            find("bytes after the end");
        }
        int other = bytes.mismatch(received, in);
        if (other >= 0) {
            find(Violations.Kind.BYTES, "byte " + (received + other) + " to the server is wrong");
        }
        int end = in.limit();
        boolean leaves = in.remaining() > 1 && random.nextInt(16) == 0;
        if (leaves) {
            in.limit(in.position() + random.nextInt(1, in.remaining()));
            pause();
        }
        received += in.remaining();
        if (random.nextBoolean()) {
            connection.write(in);
        } else {
            connection.write(ByteBuffer.allocate(in.remaining()).put(in).flip());
        }
        in.limit(end);
        if (random.nextInt(8) == 0) {
            schedule(random.nextLong(LONGEST_TIMER), () -> {});
        }
        if (random.nextInt(32) == 0) {
            connection
                    .schedule(Duration.ofNanos(random.nextLong(LONGEST_TIMER)), () -> find("a cancelled timer fired"))
                    .cancel();
        }
    }

    private void pause() {
        paused = true;
        connection.pause();
        schedule(random.nextLong(LONGEST_PAUSE), () -> {
            paused = false;
            connection.resume();
        });
    }

    private void schedule(long nanos, Runnable action) {
        ticking++;
        connection.schedule(Duration.ofNanos(nanos), new DueTimer(System.nanoTime() + nanos, action));
    }

    /** A timer that records whether it has fired. */
    private final class DueTimer implements Runnable {
        private final long due;
        private final Runnable action;
        private boolean hasFired;

        DueTimer(long due, Runnable action) {
            this.due = due;
            this.action = action;
        }

        @Override
        public void run() {
            callback(() -> {
                if (hasFired) {
                    find("a timer fired twice");
                    return;
                }
                hasFired = true;
                if (System.nanoTime() - due < 0) {
                    find("a timer fired too early");
                }
                action.run();
                fired++;
                ticking--;
                settle();
            });
        }
    }

    /** Posts a task that must run once, as the {@code number}th. From one thread at a time. */
    public void post(long number) {
        connection.execute(() -> callback(() -> {
            if (number != tasks) {
                find("task " + number + " ran as number " + tasks);
            }
            tasks++;
        }));
    }

    /** Completes when no timer is left to fire. From any thread, once. */
    public CompletableFuture<Counts> settled() {
        CompletableFuture<Counts> asked = new CompletableFuture<>();
        connection.execute(() -> callback(() -> {
            settled = asked;
            settle();
        }));
        return asked;
    }

    private void settle() {
        if (settled != null && ticking == 0) {
            settled.complete(new Counts(tasks, fired));
        }
    }

    /** Our side continues: half-closed connections move, too. */
    @Override
    public boolean ended() {
        callback(() -> {
            if (!ended.complete(null)) {
                find("notified of the end twice");
            }
        });
        return true;
    }

    /** Sends the last bytes and ends. From any thread, after the client's end. */
    public void leave() {
        connection.execute(() -> callback(() -> {
            ByteBuffer farewell = ByteBuffer.allocate(bytes.farewell());
            bytes.fill(received, farewell);
            connection.write(farewell.flip());
            connection.end();
        }));
    }

    @Override
    public void writable() {
        callback(() -> {});
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        callback(() -> {
            if (cause != null) {
                find(Violations.Kind.CLOSED, "closed: " + cause);
            }
            if (!closed.complete(null)) {
                find("closed twice");
            }
        });
    }

    private void callback(Runnable body) {
        Thread other = inside.getAndSet(Thread.currentThread());
        if (other != null) {
            find("a callback on " + Thread.currentThread() + " while one is under way on " + other);
        }
        if (closed.isDone()) {
            find("a callback after closed()");
        }
        try {
            body.run();
        } finally {
            inside.set(null);
        }
    }

    private void find(String finding) {
        find(Violations.Kind.CALLBACKS, finding);
    }

    private void find(Violations.Kind kind, String finding) {
        violations.add(kind, this + ": " + finding);
    }

    public Connection connection() {
        return connection;
    }

    /** Completes when the session has been notified of the client's end. */
    public CompletableFuture<Void> clientEnded() {
        return ended;
    }

    /** Completes when the session has been closed. */
    public CompletableFuture<Void> closed() {
        return closed;
    }

    public void shiftBegins(String pair) {
        lastShift = pair;
    }

    @Override
    public String toString() {
        return connection + " (" + lastShift + ")";
    }
}
