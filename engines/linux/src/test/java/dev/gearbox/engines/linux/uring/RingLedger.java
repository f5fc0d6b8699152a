package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Syscalls;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps account of a ring on any kernel: which requests are in progress, and how they complete. A completion without a request is a defect of the kernel,
 * simulated or not. Completions are put into words ("receive: bytes, more"), so that those of two kernels can be compared.
 */
public final class RingLedger {
    private static final int RESET = 104;
    private static final int BROKEN_PIPE = 32;
    private static final int NOT_CONNECTED = 107;

    /** Requests without a final completion, by their data: a quiet one may never post a completion, so the next one replaces it. */
    private final Map<Long, SimulatedRequest> open = new HashMap<>();

    private final Map<String, Integer> answers = new TreeMap<>();

    void requested(SimulatedRequest request) {
        // There may be two cancels with the same data, and each completes.
        if (request.data != 0 && request.operation != OP_ASYNC_CANCEL) {
            SimulatedRequest before = open.put(request.data, request);
            if (before != null && !before.isQuiet()) {
                throw new AssertionError("two requests of one name: " + before + ", " + request);
            }
        }
    }

    void answered(long data, int result, int flags) {
        boolean more = (flags & CQE_MORE) != 0;
        if (data == 0) {
            count("unheard: " + words(result));
            return;
        }
        if ((data >>> 32 & UringRequest.CANCEL) != 0) {
            count("cancel: " + words(result));
            return;
        }
        SimulatedRequest request = more ? open.get(data) : open.remove(data);
        if (request == null) {
            throw new AssertionError("an answer to no request: " + Long.toHexString(data) + ", " + result);
        }
        count(request.name() + ": " + outcome(request, result) + (more ? ", more" : ""));
    }

    private static String outcome(SimulatedRequest request, int result) {
        if (result < 0) {
            return words(result);
        }
        return switch (request.operation) {
            case OP_SEND -> result == request.length ? "whole" : result == 0 ? "nothing" : "part";
            case OP_RECV -> result == 0 ? "end" : "bytes";
            default -> "done";
        };
    }

    private static String words(int result) {
        return switch (-result) {
            case Constants.ECANCELED, Constants.EINTR -> "cancelled";
            case Constants.EAGAIN -> "would wait";
            // Equivalent for the sender and the receiver: the peer is gone.
            case RESET, BROKEN_PIPE, NOT_CONNECTED -> "peer gone";
            default -> result >= 0 ? "done" : Syscalls.words(-result);
        };
    }

    private void count(String answer) {
        answers.merge(answer, 1, Integer::sum);
    }

    /** All kinds of completions that occurred, and how often. */
    public Map<String, Integer> answers() {
        return answers;
    }
}
