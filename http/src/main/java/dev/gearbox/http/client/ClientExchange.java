package dev.gearbox.http.client;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request and the handler of its response. It belongs to the pool while it waits for a connection, then to that connection's session. */
final class ClientExchange {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.http");

    final HttpRequest request;
    final HttpResponseHandler handler;
    private final AtomicBoolean over = new AtomicBoolean();

    /** It has been sent once already, to a server that had just closed the connection. Accessed by the owner only. */
    boolean retried;

    /** Guarded by the pool. */
    @Nullable
    ClientSession session;

    ClientExchange(HttpRequest request, HttpResponseHandler handler) {
        this.request = request;
        this.handler = handler;
    }

    /** Returns whether the handler has been notified of the end. */
    boolean isOver() {
        return over.get();
    }

    void fail(HttpFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (over.compareAndSet(false, true)) {
            try {
                handler.failed(new HttpFailure(kind, request + ": " + message, cause));
            } catch (RuntimeException thrown) {
                LOG.log(Level.ERROR, () -> "a response handler threw from failed() for " + request, thrown);
            }
        }
    }

    void complete() {
        if (over.compareAndSet(false, true)) {
            handler.complete();
        }
    }
}
