package dev.gearbox.tls;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of one connection: its tasks on the executor, what it may cost, and what became of it. In callbacks of the connection, but for
 * the tasks; while one of those runs, the engine's lock is taken and nobody asks the engine anything.
 */
final class HandshakeProgress {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.tls");

    /** What the connection does about it. */
    interface Callback {
        /** The handshake is complete. */
        void complete();

        /** It is not going to be. */
        void fail(Throwable reason);

        /** Something was done: there may be more to do. */
        void settle();
    }

    private final Connection connection;
    private final Tls tls;
    private final RecordLayer records;
    private final Callback host;
    /** Whoever waits for the inner connection; the inner side completes it. */
    private final @Nullable CompletableFuture<Connection> opened;

    private @Nullable Cancellable deadline;
    private long received;
    private boolean begun;
    private boolean over;
    private boolean taskRuns;

    HandshakeProgress(
            Connection connection,
            Tls tls,
            RecordLayer records,
            Callback host,
            @Nullable CompletableFuture<Connection> opened) {
        this.connection = connection;
        this.tls = tls;
        this.records = records;
        this.host = host;
        this.opened = opened;
    }

    /** Whether it may begin; it has, then. */
    boolean begin() {
        begun = tls.handshakes().begin();
        if (!begun) {
            failed(new SSLHandshakeException("as many handshakes are under way as may be at once ("
                    + tls.options().handshakesAtOnce() + ", TlsOptions.handshakesAtOnce)"));
            return false;
        }
        deadline = connection.schedule(tls.options().handshakeTimeout(), this::late);
        try {
            records.begin();
            advance();
        } catch (SSLException reason) {
            host.fail(reason);
        }
        return true;
    }

    /** Does our part of it, until it needs the peer's, or a task's. Later on: says what the engine has to say. */
    void advance() throws SSLException {
        records.flush();
        if (over) {
            return;
        }
        if (records.finished()) {
            end(true);
            host.complete();
        } else if (records.status() == HandshakeStatus.NEED_TASK) {
            taskRuns = true;
            try {
                tls.options().tasks().execute(this::runTasks);
            } catch (RejectedExecutionException refused) {
                taskRuns = false;
                host.fail(refused);
            }
        }
    }

    /** On the executor. The connection is paused meanwhile. */
    private void runTasks() {
        Throwable thrown;
        try {
            records.runTasks();
            thrown = null;
        } catch (Throwable any) {
            thrown = any;
        }
        Throwable outcome = thrown;
        connection.execute(() -> tasksDone(outcome));
    }

    private void tasksDone(@Nullable Throwable thrown) {
        taskRuns = false;
        try {
            if (thrown != null) {
                host.fail(thrown);
            } else if (!over) {
                advance();
            }
        } catch (SSLException reason) {
            host.fail(reason);
        }
        host.settle();
    }

    /** Whether a task is under way: then the engine is not to be asked anything. */
    boolean taskRuns() {
        return taskRuns;
    }

    /** The peer sent so many bytes more; after the handshake it may send what it likes. */
    void count(int bytes) throws SSLException {
        if (!over) {
            received += bytes;
            if (received > tls.options().handshakeBytes()) {
                throw new SSLHandshakeException("the peer sent " + received
                        + " bytes and the handshake is not complete (TlsOptions.handshakeBytes)");
            }
        }
    }

    private void late() {
        if (over) {
            return;
        }
        SSLHandshakeException reason = new SSLHandshakeException(
                "no handshake within " + tls.options().handshakeTimeout() + " (TlsOptions.handshakeTimeout)");
        if (!taskRuns) {
            try {
                records.closeOutput();
            } catch (SSLException noAlert) {
                reason.addSuppressed(noAlert);
            }
        }
        host.fail(reason);
        host.settle();
    }

    /** Notes that it has failed, if it is not over, for whoever waits for it. */
    void failed(Throwable reason) {
        if (over) {
            return;
        }
        end(false);
        LOG.log(Level.DEBUG, () -> "no handshake on " + connection, reason);
        if (opened != null) {
            opened.completeExceptionally(reason);
        }
    }

    private void end(boolean complete) {
        over = true;
        if (deadline != null) {
            deadline.cancel();
        }
        if (begun) {
            tls.handshakes().end(complete);
        }
    }
}
