package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.balance.LoopSizing;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.engines.linux.system.Platform;
import dev.gearbox.engines.linux.system.Syscalls;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * io_uring: a proactor with a single system call. Reads, writes, accepts and closes are written into a ring; one call submits all of them and waits for
 * completions.
 *
 * <pre>
 *   clients ==== slots ==== [ ring 1 ] ---- thread 1: write requests, enter, take answers, callback
 *                           [ ring N ] ---- thread N: likewise, from a listening socket of its own
 * </pre>
 *
 * <p>Axboe, "Efficient IO with io_uring" (2019), with later additions: multishot receive (2022), rings of buffers (2022), direct descriptors, work deferred to
 * the thread that waits (6.1). No native library. Connections are slots of the ring and not descriptors of the process, so several rings together can hold more
 * connections than the process may have descriptors.
 *
 * <p>Limits: one core for each ring, a connection changes its ring only with {@code rebalance=true}, and a callback that blocks delays the ring's other
 * connections. Pausing takes a request, and bytes that arrive before it completes are kept. An idle connection costs its socket, its session and a request in
 * progress; no buffer. Linux 6.6 or newer.
 */
public final class UringModel implements IoModel {
    private static final String THREADS = "threads";
    private static final String SLOTS = "slots";

    @Override
    public ModelCard card() {
        return new ModelCard(
                "uring",
                "a thread with an io_uring: one system call submits all reads and writes and waits for completions",
                "Axboe, Efficient IO with io_uring (2019)",
                shiftOutAbsence().isEmpty()
                        ? EnumSet.complementOf(EnumSet.of(Capability.BLOCKING))
                        : EnumSet.complementOf(
                                EnumSet.of(Capability.BLOCKING, Capability.SHIFT_OUT, Capability.ELASTIC)),
                Stream.concat(
                                Stream.of(
                                        new Parameter.Int(
                                                THREADS,
                                                1,
                                                1024,
                                                "1",
                                                "rings, each with a thread and a listening socket"),
                                        new Parameter.Int(
                                                SLOTS,
                                                1,
                                                1 << 20,
                                                "20000",
                                                "maximum number of connections for each ring; not above the process's descriptor limit")),
                                LoopSizing.parameters().stream())
                        .toList());
    }

    /** Whether the kernel has this operation (Linux 6.8), and so all older ones. Probed once, and only on Linux. */
    private static final class Export {
        static final boolean KNOWN = Ring.knows(new Syscalls(), UringConstants.OP_FIXED_FD_INSTALL);
    }

    /** Returns why a connection cannot leave its ring; empty if it can. */
    static Optional<String> shiftOutAbsence() {
        return Platform.absence().isEmpty() && Export.KNOWN
                ? Optional.empty()
                : Optional.of(
                        "this kernel cannot turn a ring's slot into a descriptor (IORING_OP_FIXED_FD_INSTALL, Linux 6.8)");
    }

    @Override
    public Optional<String> absence() {
        return Platform.absence().or(UringSupport::absence);
    }

    @Override
    public Engine start(Parameters parameters) {
        int threads = parameters.integer(THREADS);
        Optional<LoopSizing> sizing = LoopSizing.of(parameters, "uring", threads);
        if (sizing.isPresent() && shiftOutAbsence().isPresent()) {
            throw new BadSpecException("uring: no connection can change its ring: "
                    + shiftOutAbsence().get());
        }
        UringEngine engine = new UringEngine(parameters.spec(), threads, parameters.integer(SLOTS), Kernel.LINUX);
        sizing.ifPresent(engine::lookAfter);
        return engine;
    }
}
