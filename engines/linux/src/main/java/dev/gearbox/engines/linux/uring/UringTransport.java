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
 * A connection on a ring: one receive that goes on until it is broken off, and at most one send, so that bytes leave in order. It is closed when
 * both are answered, and so is the end of its output: that finds its slot only when a thread of the kernel comes to it, and may not find another
 * connection there.
 *
 * <p>To stop reading, the receive is broken off; what it brings until then is kept in core, so it is not lost. To leave for another engine, the
 * send is, too; when both are answered the slot becomes an ordinary descriptor.
 */
final class UringTransport implements LoopTransport, UringLoop.Requester, UringLoop.QuietSender {
    private static final int RECEIVE = 1;
    private static final int SEND = 2;
    private static final int EXPORT = 3;
    private static final int SHUTDOWN = 4;
    private static final int RECEIVE_CANCEL = RECEIVE | UringRequest.CANCEL;
    private static final int SEND_CANCEL = SEND | UringRequest.CANCEL;
    /** A send up to this size is tried quietly: the socket takes it at once, unless the peer does not read. */
    private static final int SMALL = 4 << 10;

    private final UringLoop loop;
    private final int slot;
    private final int id;
    private final ConnectionState state;

    private final UringRequest receive;
    private final UringRequest send;
    /** The receive has a limit. */
    private boolean limited;

    private boolean shuttingDown;
    private boolean leaving;
    /** The slot is being made a descriptor, or was. */
    private boolean exported;
    /** Another engine has the connection, or will. */
    private boolean gone;
    /** What is being sent answers only if it fails. */
    private boolean quiet;
    /** The socket did not take the last quiet send whole. */
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

    /** On the loop's thread: drives this connection from now on. */
    static void adopt(UringLoop loop, int slot, ConnectionState state) {
        UringTransport transport = new UringTransport(loop, slot, state);
        if (state.open(transport)) {
            transport.settle();
        } else {
            transport.giveUp();
        }
    }

    /** On the loop's thread: drives a connection that another engine had, or this one before it went in vain to another. */
    static void moved(UringLoop loop, DescriptorSocket socket, ConnectionState state) {
        if (!loop.takeSlot()) {
            loop.unassign();
            state.declined(socket, new IOException("its ring has no room for another connection"));
            return;
        }
        install(loop, socket, state);
    }

    /** There is a place for it. */
    private static void install(UringLoop loop, DescriptorSocket socket, ConnectionState state) {
        SlotInstaller.begin(
                loop,
                socket.descriptor(),
                slot -> {
                    UringTransport transport = new UringTransport(loop, slot, state);
                    if (state.open(transport)) {
                        // A ring waits by itself, and only for a socket that would.
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
            case RECEIVE_CANCEL -> receive.cancelAnswered(result);
            case SEND_CANCEL -> send.cancelAnswered(result);
            default -> throw new IllegalStateException("an answer to nothing: " + kind);
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
            // Others that were asked for before this answer come to the same.
            loop.liftLimit();
        } else if (result != -Constants.ECANCELED
                && result != -Constants.ENOBUFS
                && result != -Constants.EAGAIN
                && result != -Constants.EINTR) {
            state.failed(Errno.failure(result));
        }
    }

    private void sent(int count) {
        // A send that waits in a thread of the kernel's ends with EINTR when it is broken off.
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

    /** Asks for what is due, until nothing is. */
    private void settle() {
        while (!leaving && !exported) {
            switch (state.next()) {
                case SEND -> send();
                case END_OUTPUT -> {
                    state.outputEnded();
                    // Closing ends it as well, and the kernel hands each shutdown to another thread.
                    if (state.next() != ConnectionState.Next.CLOSE) {
                        shuttingDown = true;
                        loop.shutdown(id, SHUTDOWN, slot);
                    }
                }
                case CLOSE -> leave();
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

    /** Breaks off what is under way; called again when that was answered. */
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

    /** Its place was kept until now, for it might have had to come back. */
    @Override
    public void moved() {
        loop.execute(loop::returnSlot);
    }

    @Override
    public void takenBack(DetachedSocket socket) {
        loop.assign();
        try {
            DescriptorSocket back = new Handoff(socket, state).asDescriptor();
            loop.executeOrThrow(() -> install(loop, back, state));
        } catch (IOException | UnsupportedOperationException failure) {
            loop.execute(loop::returnSlot);
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

    /** Whether nothing of it is to be answered any more. */
    private boolean isIdle() {
        return receive.isOver() && send.isOver() && !shuttingDown;
    }

    private void finish() {
        if (isIdle() && !state.isOver()) {
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
