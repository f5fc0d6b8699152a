package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.CQE_BUFFER_SHIFT;
import static dev.gearbox.engines.linux.uring.UringConstants.CQE_MORE;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.loop.LoopTransport;
import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import java.io.IOException;

/**
 * A connection on a ring: one multishot receive that runs until it is cancelled, and at most one send, so that bytes are sent in order. It is closed when both
 * have completed, and the shutdown of its output, too: a kernel worker looks up the slot only when it processes the shutdown, and must not find another
 * connection there.
 *
 * <p>To stop reading, the receive is cancelled; bytes that it delivers until then are kept in core, so they are not lost. For a shift to another engine the
 * send is cancelled, too; when both have completed, the slot becomes an ordinary descriptor. A reset is one more request before the slot is closed.
 */
final class UringTransport implements LoopTransport, UringLoop.Requester, UringLoop.QuietSender {
    private static final int RECEIVE = 1;
    private static final int SEND = 2;
    private static final int EXPORT = 3;
    private static final int SHUTDOWN = 4;
    private static final int RESET = 5;
    private static final int RECEIVE_CANCEL = RECEIVE | UringRequest.CANCEL;
    private static final int SEND_CANCEL = SEND | UringRequest.CANCEL;
    /** A send up to this size is tried quietly: the socket accepts it at once, unless the peer does not read. */
    private static final int SMALL = 4 << 10;

    private final UringLoop loop;
    private final int slot;
    private final int id;
    private final ConnectionState state;

    private final UringRequest receive;
    private final UringRequest send;
    /** Whether the receive has a limit. */
    private boolean limited;

    private boolean shuttingDown;
    private boolean leaving;
    /** Whether a reset is to be sent before the slot is closed. */
    private boolean resets;

    private boolean resetting;
    /** Whether the slot is being turned into a descriptor, or was. */
    private boolean exported;
    /** Whether another engine has the connection, or will have it. */
    private boolean gone;
    /** Whether the send in progress posts a completion only if it fails. */
    private boolean quiet;
    /** Whether the socket did not accept all of the last quiet send. */
    private boolean full;

    private int length;

    private UringTransport(UringLoop loop, int slot, ConnectionState state) {
        this.loop = loop;
        this.slot = slot;
        this.state = state;
        id = loop.enlist(this);
        receive = new UringRequest(loop, id, RECEIVE);
        send = new UringRequest(loop, id, SEND);
    }

    /** Starts driving this connection. On the loop's thread. */
    static void adopt(UringLoop loop, int slot, ConnectionState state) {
        UringTransport transport = new UringTransport(loop, slot, state);
        if (state.open(transport)) {
            transport.settle();
        } else {
            transport.giveUp();
        }
    }

    /** Starts driving a connection that came from another engine, or comes back to this one after a failed shift. The caller has reserved a slot. On the loop's thread. */
    static void install(UringLoop loop, DescriptorSocket socket, ConnectionState state) {
        SlotInstaller.begin(
                loop,
                socket.descriptor(),
                slot -> {
                    UringTransport transport = new UringTransport(loop, slot, state);
                    if (state.open(transport)) {
                        // io_uring waits by itself, and only for a blocking socket.
                        loop.calls().setBlocking(socket.descriptor(), true);
                        socket.close();
                        transport.settle();
                    } else {
                        transport.giveUp();
                        state.declined(socket);
                    }
                },
                failure -> {
                    loop.unassign();
                    state.declined(socket, failure);
                });
    }

    @Override
    public void completed(int kind, int result, int flags) {
        switch (kind) {
            case RECEIVE -> received(result, flags);
            case SEND -> sent(result);
            case SHUTDOWN -> shuttingDown = false;
            case EXPORT -> exported(result);
            case RESET -> resetting = false;
            case RECEIVE_CANCEL -> receive.cancelAnswered(result);
            case SEND_CANCEL -> send.cancelAnswered(result);
            default -> throw new IllegalStateException("a completion without a request: " + kind);
        }
        if (leaving) {
            finish();
        } else {
            settle();
        }
    }

    private void received(int result, int flags) {
        if ((flags & CQE_MORE) == 0) {
            receive.end();
        }
        if (result > 0) {
            int buffer = flags >>> CQE_BUFFER_SHIFT;
            PooledBuffer bytes = loop.buffers().filled(buffer, result);
            if (!leaving) {
                state.received(bytes);
            }
            loop.buffers().giveBack(buffer);
        } else if (leaving) {
            return;
        } else if (result == 0) {
            state.inputEnded();
        } else if (result == -Constants.EINVAL && limited) {
            // Other requests made before this completion have the same result.
            loop.liftLimit();
        } else if (result != -Constants.ECANCELED
                && result != -Constants.ENOBUFS
                && result != -Constants.EAGAIN
                && result != -Constants.EINTR) {
            state.failed(Errno.failure(result));
        }
    }

    private void sent(int count) {
        // A send that waits in a kernel worker ends with EINTR when it is cancelled.
        boolean brokenOff = count == -Constants.EINTR || (send.isCancelled() && count == -Constants.ECANCELED);
        send.end();
        full = quiet;
        if (quiet) {
            quiet = false;
            loop.answered(this);
        }
        state.sent(Math.max(0, count));
        if (count < 0 && count != -Constants.EAGAIN && !brokenOff && !leaving) {
            state.failed(Errno.failure(count));
        }
    }

    @Override
    public boolean urgent() {
        return quiet && (leaving || state.outputAwaited(length));
    }

    @Override
    public void tried() {
        if (quiet) {
            quiet = false;
            completed(SEND, length, 0);
        }
    }

    @Override
    public void run() {
        if (!gone && !state.isOver() && !leaving) {
            state.turn();
            settle();
        }
    }

    /** Makes the requests that are due, until none is. */
    private void settle() {
        while (!leaving && !exported) {
            switch (state.next()) {
                case SEND -> send();
                case END_OUTPUT -> {
                    state.outputEnded();
                    // Closing shuts the output down as well, and the kernel passes each shutdown to a worker thread.
                    if (state.next() != ConnectionState.Next.CLOSE) {
                        shuttingDown = true;
                        loop.shutdown(id, SHUTDOWN, slot);
                    }
                }
                case CLOSE -> leave();
                case ABORT -> {
                    resets = true;
                    leave();
                }
                case SHIFT -> {
                    letGo();
                    return;
                }
                case REST -> {
                    receive();
                    return;
                }
            }
        }
    }

    private void send() {
        length = state.output().remaining();
        send.begin();
        quiet = length <= SMALL && !full;
        if (quiet) {
            loop.sendQuietly(this, id, SEND, slot, state.outputAddress(), length);
        } else {
            loop.send(id, SEND, slot, state.outputAddress(), length);
        }
    }

    private void receive() {
        if (state.reading()) {
            if (!receive.isUnderWay()) {
                receive.begin();
                limited = loop.receive(id, RECEIVE, slot);
            }
        } else {
            receive.cancel();
        }
    }

    /** Cancels what is in progress; called again when that has completed. */
    private void letGo() {
        breakOff();
        if (isIdle()) {
            exported = true;
            loop.export(id, EXPORT, slot);
        }
    }

    private void exported(int result) {
        exported = false;
        if (result < 0) {
            state.stays(Errno.during("a slot does not become a descriptor", result));
            return;
        }
        DescriptorSocket socket = loop.kernel().socket(result, state.localAddress(), state.remoteAddress());
        if (state.next() != ConnectionState.Next.SHIFT) {
            // A task has closed it meanwhile.
            socket.close();
            return;
        }
        exported = true;
        gone = true;
        loop.dismiss(id);
        loop.unassign();
        loop.vacate(slot);
        state.released(socket);
    }

    /** Its place was reserved until now, since it might have had to come back. */
    @Override
    public void moved() {
        loop.execute(loop.slots()::release);
    }

    @Override
    public void takenBack(DetachedSocket socket) {
        loop.assign();
        try {
            DescriptorSocket back = new Handoff(socket, state).asDescriptor();
            loop.executeOrThrow(() -> install(loop, back, state));
        } catch (IOException | UnsupportedOperationException failure) {
            loop.execute(loop.slots()::release);
            loop.unassign();
            state.declined(socket, failure);
        }
    }

    private void leave() {
        leaving = true;
        breakOff();
        finish();
    }

    private void breakOff() {
        receive.cancel();
        if (!quiet) {
            send.cancel();
        }
    }

    /** Returns whether none of its requests has an outstanding completion. */
    private boolean isIdle() {
        return receive.isOver() && send.isOver() && !shuttingDown && !resetting;
    }

    private void finish() {
        if (!isIdle() || state.isOver()) {
            return;
        }
        if (resets) {
            resets = false;
            resetting = true;
            loop.reset(id, RESET, slot);
        } else {
            giveUp();
            state.closed();
        }
    }

    private void giveUp() {
        loop.dismiss(id);
        loop.unassign();
        loop.close(slot);
    }

    @Override
    public void abandoned() {
        // The ring has closed its slots.
    }

    @Override
    public ConnectionState state() {
        return state;
    }

    @Override
    public UringLoop loop() {
        return loop;
    }

    @Override
    public String toString() {
        return "connection " + state.localAddress() + " - " + state.remoteAddress();
    }
}
