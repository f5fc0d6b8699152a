package dev.gearbox.http.client;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request on its way, and who waits for its response. It is its pool's while it waits for a connection, then that connection's session's. */
final class ClientExchange {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.http");

    final HttpRequest request;
    final HttpResponseHandler handler;
    private final AtomicBoolean over = new AtomicBoolean();

    /** It was sent once already, to a server that had just closed. Its owner's. */
    boolean retried;

    /** Guarded by the pool. */
    @Nullable
    ClientSession session;

    ClientExchange(HttpRequest request, HttpResponseHandler handler) {
        this.request = request;
        this.handler = handler;
    }

    /** Whether its handler knows the end of it. */
    boolean isOver() {
        return over.get();
    }

    void fail(HttpFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (over.compareAndSet(false, true)) {
            try {
                handler.failed(new HttpFailure(kind, request + ": " + message, cause));
            } catch (RuntimeException thrown) {
                LOG.log(Level.ERROR, () -> "a handler threw when it was told of a failure of " + request, thrown);
            }
        }
    }

    void complete() {
        if (over.compareAndSet(false, true)) {
            handler.complete();
        }
    }
}
