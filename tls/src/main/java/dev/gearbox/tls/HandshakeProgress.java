package dev.gearbox.tls;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.tls.Handshakes.Outcome;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of one connection: its tasks on the executor, its limits, and its outcome. Confined to the callbacks of the connection, except for
 * the tasks; while one of them runs, the engine is locked and must not be called.
 */
final class HandshakeProgress {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.tls");

    /** The next step of the connection. */
    interface Callback {
        /** The handshake is complete. */
        void complete();

        /** The handshake has failed. */
        void fail(Throwable reason);

        /** There was progress; there may be more to do. */
        void settle();
    }

    private final Connection connection;
    private final Tls tls;
    private final RecordLayer records;
    private final Callback host;
    /** Completed by the inner side; awaited by a caller of {@code connect}. */
    private final @Nullable CompletableFuture<Connection> opened;

    /** Null if no recording has it enabled. */
    private final @Nullable TlsHandshakeEvent event = TlsHandshakeEvent.started();

    private @Nullable Cancellable deadline;
    private long received;
    private boolean begun;
    private boolean late;
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

    /** Starts the handshake, unless too many are under way; returns whether it started. */
    boolean begin() {
        begun = tls.handshakes().begin();
        if (!begun) {
            failed(new SSLHandshakeException("too many handshakes are under way ("
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

    /** Advances the handshake until it needs the peer or a task. After the handshake: sends what the engine has to send. */
    void advance() throws SSLException {
        records.flush();
        if (over) {
            return;
        }
        if (records.finished()) {
            end(Outcome.COMPLETED, null);
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

    /** Runs on the executor. The connection is paused meanwhile. */
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

    /** Returns whether a task is running; the engine must not be called then. */
    boolean taskRuns() {
        return taskRuns;
    }

    /** Counts bytes received from the peer; not limited after the handshake. */
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
        late = true;
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

    /** Records the failure, unless the handshake is over, and reports it to the waiting caller. */
    void failed(Throwable reason) {
        if (over) {
            return;
        }
        Outcome outcome = !begun ? Outcome.REFUSED : late ? Outcome.TIMED_OUT : Outcome.FAILED;
        CloseCause.state(
                connection,
                switch (outcome) {
                    case TIMED_OUT -> CloseCause.HANDSHAKE_TIMEOUT;
                    case REFUSED -> CloseCause.OURS;
                    case FAILED, COMPLETED -> CloseCause.of(reason, false);
                });
        end(outcome, reason);
        LOG.log(Level.DEBUG, () -> "no handshake on " + connection, reason);
        if (opened != null) {
            opened.completeExceptionally(reason);
        }
    }

    private void end(Outcome outcome, @Nullable Throwable reason) {
        over = true;
        if (deadline != null) {
            deadline.cancel();
        }
        tls.handshakes().end(outcome);
        if (event != null) {
            event.over(tls, connection, outcome, reason, records);
        }
    }
}
