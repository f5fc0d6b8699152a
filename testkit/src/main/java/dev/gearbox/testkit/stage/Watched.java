package dev.gearbox.testkit.stage;

import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session under watch: whatever a behaviour is about, callbacks never overlap or nest, and {@code closed} is called once and last. What
 * breaks this is noted with the stage, which fails for it.
 */
final class Watched implements Session {
    private final Stage stage;
    private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
    private final AtomicInteger closings = new AtomicInteger();
    private Session session = in -> {};

    Watched(Stage stage) {
        this.stage = stage;
    }

    void session(Session actual) {
        session = actual;
    }

    boolean isClosed() {
        return closings.get() > 0;
    }

    /** Runs {@code callback} as the session's only one. */
    void enter(String what, Runnable callback) {
        Thread already = inside.compareAndExchange(null, Thread.currentThread());
        if (already != null) {
            stage.violation(what + " on " + Thread.currentThread() + " while " + already + " is in a callback");
        }
        if (closings.get() > 0) {
            stage.violation(what + " after closed()");
        }
        try {
            callback.run();
        } finally {
            if (already == null) {
                inside.set(null);
            }
        }
    }

    @Override
    public void received(ByteBuffer in) {
        if (!in.hasRemaining()) {
            stage.violation("received() without bytes");
        }
        if (!in.isReadOnly()) {
            stage.violation("received() with a writable buffer");
        }
        enter("received()", () -> session.received(in));
    }

    @Override
    public void writable() {
        enter("writable()", session::writable);
    }

    @Override
    public boolean ended() {
        boolean[] goesOn = new boolean[1];
        enter("ended()", () -> goesOn[0] = session.ended());
        return goesOn[0];
    }

    @Override
    public boolean closing() {
        boolean[] now = new boolean[1];
        enter("closing()", () -> now[0] = session.closing());
        return now[0];
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        enter("closed()", () -> {
            closings.incrementAndGet();
            session.closed(cause);
        });
    }
}
