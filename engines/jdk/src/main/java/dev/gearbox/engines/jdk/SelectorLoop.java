package dev.gearbox.engines.jdk;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.core.loop.EventLoop;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.EngineBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The event loop of the selector engines: it waits on one selector. Ready keys are collected first and handled after the select call has returned, so that a
 * thread that is stuck in a callback holds none of the selector's locks, and another thread can take over.
 */
final class SelectorLoop extends EventLoop {
    /** The attachment of a key of this loop's selector. */
    interface Ready {
        /** The key's channel is ready. On the loop's thread. */
        void ready(SelectionKey key);

        /** The loop ends, and the key's channel was closed. On the loop's thread. */
        default void abandoned() {}
    }

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final Selector selector;
    private final Consumer<SelectionKey> gather = this::gather;
    /** Null until something is read. */
    private @Nullable PooledBuffer readBuffer;

    private @Nullable SelectionKey[] found = new SelectionKey[64];
    private int count;

    private SelectorLoop(EngineBase engine, String threadName) {
        super(engine, threadName);
        try {
            selector = Selector.open();
        } catch (IOException failure) {
            throw new UncheckedIOException("no selector: " + failure.getMessage(), failure);
        }
    }

    /**
     * Starts a loop.
     *
     * @throws UncheckedIOException if the system has no descriptor left for its selector
     */
    static SelectorLoop start(EngineBase engine, String threadName) {
        SelectorLoop loop = new SelectorLoop(engine, threadName);
        loop.start();
        return loop;
    }

    Selector selector() {
        return selector;
    }

    /**
     * Returns the loop's read buffer, which all its connections share: none needs it after its event.
     *
     * @throws OutOfMemoryError if there is no memory for it
     */
    PooledBuffer readBuffer() {
        PooledBuffer own = readBuffer;
        if (own == null) {
            own = engine().pool().take(ReadSize.LARGEST);
            readBuffer = own;
        }
        return own;
    }

    @Override
    protected void poll(long nanos) {
        try {
            // Rounded up: if the selector returned before the timer is due, a second, empty round would follow.
            select(nanos == Long.MAX_VALUE ? Long.MAX_VALUE : (nanos + 999_999) / 1_000_000);
        } catch (IOException failure) {
            throw new UncheckedIOException("select fails: " + failure.getMessage(), failure);
        }
    }

    private void select(long millis) throws IOException {
        count = 0;
        if (millis == 0) {
            selector.selectNow(gather);
        } else {
            selector.select(gather, millis == Long.MAX_VALUE ? 0 : millis);
        }
        // A thread that loses the loop in a callback leaves by an exception, and its successor collects the keys again.
        for (int index = 0; index < count; index++) {
            SelectionKey key = requireNonNull(found[index]);
            found[index] = null;
            if (key.isValid()) {
                awaken();
                Ready attached = (Ready) key.attachment();
                try {
                    attached.ready(key);
                } catch (Throwable defect) {
                    failed(attached, defect);
                }
                worked(attached);
            }
        }
    }

    private void gather(SelectionKey key) {
        if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = key;
    }

    @Override
    protected Runnable onThreadReplaced() {
        Arrays.fill(found, null);
        PooledBuffer old = readBuffer;
        readBuffer = null;
        return old == null ? () -> {} : old::release;
    }

    @Override
    protected void wakeup() {
        selector.wakeup();
    }

    /**
     * Closes a channel that is registered here. The system releases its port only when the selector has released its key, so a call from another thread waits
     * for that. From any thread.
     */
    void close(SelectableChannel channel) {
        if (isLoopThread()) {
            Closeables.close(channel);
            return;
        }
        boolean closed = call(() -> {
            Closeables.close(channel);
            try {
                deregister();
            } catch (IOException failure) {
                LOG.log(Level.DEBUG, "select fails while a listener closes", failure);
            }
        });
        if (!closed) {
            Closeables.close(channel);
        }
    }

    /**
     * Deregisters the channel of this key; completes on the loop's thread. A cancelled key is released only in the next selection, so one is triggered; not at
     * once, for a selection may be in progress. From any thread.
     */
    void dismiss(SelectionKey key, Runnable left) {
        key.cancel();
        execute(() -> {
            try {
                deregister();
            } catch (IOException failure) {
                throw new UncheckedIOException("select fails: " + failure.getMessage(), failure);
            }
            left.run();
        });
    }

    /**
     * Selects, which releases cancelled keys. Keys that it finds ready are not handled: a thread that lost the loop in one of those callbacks would never run
     * what follows here. The next round finds them again.
     */
    private void deregister() throws IOException {
        selector.selectNow(key -> {});
    }

    /** Closes what is still registered. */
    @Override
    protected void onStop() {
        try {
            for (SelectionKey key : selector.keys()) {
                Closeables.close(key.channel());
                ((Ready) key.attachment()).abandoned();
            }
            selector.close();
        } catch (IOException | ClosedSelectorException failure) {
            LOG.log(Level.DEBUG, "a selector did not close cleanly", failure);
        }
        if (readBuffer != null) {
            readBuffer.release();
        }
    }
}
