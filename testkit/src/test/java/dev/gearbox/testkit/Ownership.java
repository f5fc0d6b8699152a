package dev.gearbox.testkit;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.core.ShiftException;
import dev.gearbox.core.spi.ConnectionState;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * One connection and the loops that it moves between, as a Lincheck test, which runs its operations on several threads and explores their
 * interleavings. After each one all loops are run until idle, and then the connection must be intact.
 */
public class Ownership {
    private final ModelLoop a = new ModelLoop("a");
    private final ModelLoop b = new ModelLoop("b");
    private final List<CompletableFuture<Void>> answers = new ArrayList<>();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicBoolean inside = new AtomicBoolean();
    private final AtomicBoolean overlapped = new AtomicBoolean();
    private @Nullable Connection connection;
    private boolean closeAsked;
    // Plain, as a session's fields are.
    private int ran;
    private int closed;

    /** Starts with loop {@code a} driving the connection. */
    public Ownership() {
        a.drive(new ConnectionState(
                opened -> {
                    connection = opened;
                    return new Counting();
                },
                Options.DEFAULT,
                new InetSocketAddress(1),
                new InetSocketAddress(2),
                null,
                null));
    }

    private final class Counting implements Session {
        @Override
        public void received(ByteBuffer in) {}

        @Override
        public void closed(@Nullable Throwable cause) {
            callback(() -> closed++);
        }
    }

    private void callback(Runnable body) {
        if (inside.getAndSet(true)) {
            overlapped.set(true);
        }
        body.run();
        inside.set(false);
    }

    private Connection connection() {
        return requireNonNull(connection);
    }

    /** A round of the first engine's loop. */
    @Operation
    public void stepA() {
        a.step();
    }

    /** A round of the second engine's loop. */
    @Operation
    public void stepB() {
        b.step();
    }

    /** The second engine declines from now on. */
    @Operation
    public void fillB() {
        b.fill();
    }

    /** A task, from any thread. */
    @Operation
    public void send() {
        sent.incrementAndGet();
        connection().execute(() -> callback(() -> ran++));
    }

    @Operation
    public void shiftToB() {
        CompletableFuture<Void> answer = connection().shiftTo(b).toCompletableFuture();
        synchronized (answers) {
            answers.add(answer);
        }
    }

    @Operation
    public void close() {
        closeAsked = true;
        connection().close();
    }

    /** Runs everything until idle and checks the result. Without streams: Lincheck follows each step in them. */
    @Validate
    public void isWhole() {
        while (!a.rests() || !b.rests()) {
            a.step();
            b.step();
        }
        require(!overlapped.get(), "two callbacks at once");
        require(closed == (closeAsked ? 1 : 0), "the session was not closed once, or was");
        require(ran == sent.get() || (closeAsked && ran < sent.get()), "a task was lost, or ran twice");
        boolean moved = false;
        for (CompletableFuture<Void> answer : answers) {
            require(answer.isDone(), "a shift was not answered");
            moved |= !answer.isCompletedExceptionally();
            require(
                    !answer.isCompletedExceptionally() || allowed(answer.exceptionNow()),
                    "a shift failed in another way");
        }
        require(!moved || !b.isFull(), "a full engine has adopted");
        require(a.drives() == (!closeAsked && !moved), "the first engine drives it, or does not");
        require(b.drives() == (!closeAsked && moved), "the second engine drives it, or does not");
        require(closeAsked || connection().engine().equals(moved ? b : a), "it is said to be with another engine");
    }

    private boolean allowed(Throwable failure) {
        return failure instanceof ShiftException told
                && switch (told.reason()) {
                    case UNDER_WAY -> answers.size() > 1;
                    case CONNECTION_CLOSED -> closeAsked;
                    case REFUSED -> b.isFull();
                    case INCAPABLE -> false;
                };
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
