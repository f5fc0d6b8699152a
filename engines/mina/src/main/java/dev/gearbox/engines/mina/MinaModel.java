package dev.gearbox.engines.mina;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.NeededJars;
import dev.gearbox.core.model.NeededJars.Jar;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Apache MINA: an acceptor deals connections out to processors, each a thread with a selector, and a handler is told what happened.
 *
 * <pre>
 *                                                  /---- [ selector 1 ] ---- processor 1: read, callback, then all writes
 *   clients ---- [ selector ] ---- acceptor ------<----- [ selector 2 ] ---- processor 2
 *                                   a thread       \---- [ selector N ] ---- processor N
 *                                   for each port
 * </pre>
 *
 * <p>MINA 2.2 as it comes, without filters: its sockets, selectors, read buffers, write queue and flush. A multi-Reactor like {@code reactors},
 * but each round of a processor first reads from all that are ready and then writes to all that have something to send. What is added is an
 * entrance for tasks ({@link MinaProcessor}) and a write queue that owns up to a half-written message ({@link SingleMessageQueue}).
 *
 * <p>Limits: what MINA reads, it reads into new heap memory each time and tries again until nothing comes, and it is copied once more for the
 * session; a write only schedules, and wakes the processor's selector even from the processor itself; one accept for each round of the
 * acceptor. A callback that blocks holds up its processor's connections. MINA makes no session of a socket that exists, so it adopts none.
 */
public final class MinaModel implements IoModel {
    private static final String THREADS = "threads";

    private static final NeededJars NEEDED = new NeededJars(
            MinaModel.class,
            List.of(
                    new Jar("mina-core", "org.apache.mina.core.service.IoProcessor"),
                    new Jar("slf4j-api", "org.slf4j.LoggerFactory")));

    @Override
    public ModelCard card() {
        return new ModelCard(
                "mina",
                "Apache MINA: an acceptor deals connections out to N processors, which read and then flush",
                "Apache MINA 2.2 (Lee and others, since 2004)",
                EnumSet.complementOf(
                        EnumSet.of(Capability.BLOCKING, Capability.ELASTIC, Capability.SHIFT_IN, Capability.SHIFT_OUT)),
                List.of(new Parameter.Int(
                        THREADS,
                        1,
                        1024,
                        Integer.toString(Runtime.getRuntime().availableProcessors()),
                        "processors beside the acceptor's thread (default: one for each core)")));
    }

    @Override
    public Optional<String> absence() {
        return NEEDED.absence();
    }

    @Override
    public Engine start(Parameters parameters) {
        return new MinaEngine(parameters.spec(), parameters.integer(THREADS));
    }
}
