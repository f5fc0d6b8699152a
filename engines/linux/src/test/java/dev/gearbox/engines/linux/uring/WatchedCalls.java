package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.Syscalls;

/** The real system calls, with an account of what passes through a ring's two queues. For one ring. */
public final class WatchedCalls extends Syscalls {
    private final RingLedger ledger;
    private final int[] offsets = new int[PARAMS_SIZE];
    private long params;
    private long rings;
    private long requests;
    private int handedOver;
    private int seen;

    public WatchedCalls(RingLedger ledger) {
        this.ledger = ledger;
    }

    @Override
    public long mmap(long length, int flags, int fd, long offset) {
        long address = super.mmap(length, flags, fd, offset);
        if (offset == OFFSET_SQES) {
            requests = address;
        } else {
            rings = address;
            for (int field = PARAMS_SQ_HEAD; field <= PARAMS_CQ_CQES; field += Integer.BYTES) {
                offsets[field] = Layouts.getInt(params + field);
            }
        }
        return address;
    }

    @Override
    public long syscall(long number, long a, long b, long c, long d, long e, long f) {
        if (number == IO_URING_SETUP) {
            params = b;
        }
        if (number != IO_URING_ENTER) {
            return super.syscall(number, a, b, c, d, e, f);
        }
        int tail = Layouts.getInt(at(PARAMS_SQ_TAIL));
        for (; handedOver != tail; handedOver++) {
            ledger.requested(new SimulatedRequest(
                    requests + (long) (handedOver & Layouts.getInt(at(PARAMS_SQ_MASK))) * SQE_SIZE));
        }
        long result = super.syscall(number, a, b, c, d, e, f);
        int end = Layouts.getAcquire(at(PARAMS_CQ_TAIL));
        for (; seen != end; seen++) {
            long answer = at(PARAMS_CQ_CQES) + (long) (seen & Layouts.getInt(at(PARAMS_CQ_MASK))) * CQE_SIZE;
            ledger.answered(
                    Layouts.getLong(answer), Layouts.getInt(answer + CQE_RESULT), Layouts.getInt(answer + CQE_FLAGS));
        }
        return result;
    }

    private long at(int offset) {
        return rings + offsets[offset];
    }
}
