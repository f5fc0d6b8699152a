package dev.gearbox.http.client;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request and the handler of its response. It belongs to the pool while it waits for a connection, then to that connection's session. */
final class ClientExchange implements ResponseFlow {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.http");

    final HttpRequest request;
    final HttpResponseHandler handler;
    private final ClientCounters counters;
    private final AtomicBoolean over = new AtomicBoolean();
    private final @Nullable HttpClientExchangeEvent event = HttpClientExchangeEvent.started();

    /** Of the response that is arriving. Accessed by the owner only. */
    private int status;

    /** It has been sent once already, to a server that had just closed the connection. Accessed by the owner only. */
    boolean retried;

    /** Written under the pool's lock. */
    volatile @Nullable ClientSession session;

    /** Set before it is handed to that pool. */
    volatile @Nullable OriginPool pool;

    /** Why it was called off, by any thread; its owner then fails it. */
    private volatile @Nullable HttpFailure revoked;

    ClientExchange(HttpRequest request, HttpResponseHandler handler, ClientCounters counters) {
        this.request = request;
        this.handler = handler;
        this.counters = counters;
    }

    /** Calls it off; from any thread. The first reason counts. Its handler fails in a callback of its connection, or here if it has none. */
    void cancel(HttpFailure.Kind kind, String why) {
        synchronized (this) {
            if (revoked == null) {
                revoked = new HttpFailure(kind, request + ": " + why, null);
            }
        }
        OriginPool by = pool;
        if (by != null) {
            by.cancel(this);
        }
    }

    boolean isRevoked() {
        return revoked != null;
    }

    /** Returns whether it needs no connection any more: if it was called off, its handler is notified of that first. */
    boolean endsUnsent() {
        HttpFailure why = revoked;
        if (why != null) {
            fail(why);
        }
        return over.get();
    }

    void fail(HttpFailure.Kind kind, String message, @Nullable Throwable cause) {
        HttpFailure why = revoked;
        fail(why != null ? why : new HttpFailure(kind, request + ": " + message, cause));
    }

    private void fail(HttpFailure failure) {
        if (over.compareAndSet(false, true)) {
            counters.failed(failure.kind());
            record(failure.kind());
            try {
                handler.failed(failure);
            } catch (RuntimeException thrown) {
                LOG.log(Level.ERROR, () -> "a response handler threw from failed() for " + request, thrown);
            }
        }
    }

    void complete() {
        if (!endsUnsent() && over.compareAndSet(false, true)) {
            record(null);
            handler.complete();
        }
    }

    /** The head of a response has arrived. */
    void received(int code) {
        status = code;
        counters.received(code);
    }

    private void record(HttpFailure.@Nullable Kind why) {
        if (event != null) {
            event.over(request, status, why);
        }
    }

    @Override
    public void pause() {
        pace(true);
    }

    @Override
    public void resume() {
        pace(false);
    }

    private void pace(boolean paused) {
        ClientSession driving = session;
        if (driving != null) {
            driving.pace(this, paused);
        }
    }

    @Override
    public void execute(Runnable task) {
        ClientSession driving = session;
        if (driving != null) {
            driving.execute(task);
        }
    }
}
