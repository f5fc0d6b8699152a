package dev.gearbox.engines.linux.uring;

import dev.gearbox.engines.linux.SimulatedSocket;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Layouts;
import org.jspecify.annotations.Nullable;

/** A request to a {@link SimulatedKernel}, as it was in the queue, and its progress. */
public final class SimulatedRequest {
    /** Where the kernel has it. */
    public enum State {
        /** Waits for its socket: a cancel finds it. */
        WAITS,
        /** Is about to be retried: a cancel does not find it (ENOENT), and it may wait once more after that. */
        ABOUT,
        /** A kernel worker processes it: a cancel signals it at best (EALREADY). */
        WORKED_AT,
        /** Was cancelled, and has yet to complete. */
        BROKEN_OFF,
        ANSWERED
    }

    public final int operation;
    final int flags;
    public final int priority;
    public final int file;
    public final long offset;
    public final long address;
    public final int length;
    final int operationFlags;
    public final long data;
    public final int index;

    public State state = State.ABOUT;

    @Nullable
    public SimulatedSocket socket;
    /** Bytes so far. */
    public int done;
    /** It gets no more wake-ups, on kernels that lose one. */
    public boolean deaf;

    /** Reads it from the queue. */
    SimulatedRequest(long at) {
        int first = Layouts.getInt(at);
        operation = first & 0xff;
        flags = first >>> 8 & 0xff;
        priority = first >>> 16;
        file = Layouts.getInt(at + 4);
        offset = Layouts.getLong(at + 8);
        address = Layouts.getLong(at + 16);
        length = Layouts.getInt(at + 24);
        operationFlags = Layouts.getInt(at + 28);
        data = Layouts.getLong(at + 32);
        index = Layouts.getInt(at + 44);
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    public boolean isQuiet() {
        return operation == UringConstants.OP_SEND && (operationFlags & Constants.MSG_DONTWAIT) != 0;
    }

    /** Returns whether it is a connect to no address, which sends a reset. */
    boolean disconnects() {
        return operation == UringConstants.OP_CONNECT && Layouts.getInt(address) == 0;
    }

    public String name() {
        return switch (operation) {
            case UringConstants.OP_POLL_ADD -> "poll";
            case UringConstants.OP_ACCEPT -> "accept";
            case UringConstants.OP_ASYNC_CANCEL -> "cancel";
            case UringConstants.OP_CONNECT -> disconnects() ? "reset" : "connect";
            case UringConstants.OP_CLOSE -> "close";
            case UringConstants.OP_FILES_UPDATE -> "install";
            case UringConstants.OP_SEND -> isQuiet() ? "quiet send" : "send";
            case UringConstants.OP_RECV -> "receive";
            case UringConstants.OP_SHUTDOWN -> "shutdown";
            case UringConstants.OP_FIXED_FD_INSTALL -> "export";
            default -> "operation " + operation;
        };
    }

    @Override
    public String toString() {
        return name() + " " + Long.toHexString(data) + " " + state + (socket == null ? "" : " of " + socket);
    }
}
