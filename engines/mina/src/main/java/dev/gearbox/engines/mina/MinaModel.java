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
 * Apache MINA: an acceptor distributes connections to processors, each a thread with a selector, and a handler receives the events.
 *
 * <pre>
 *                                                  /---- [ selector 1 ] ---- processor 1: read, callback, then all writes
 *   clients ---- [ selector ] ---- acceptor ------&lt;----- [ selector 2 ] ---- processor 2
 *                                   a thread       \---- [ selector N ] ---- processor N
 *                                   for each port
 * </pre>
 *
 * <p>Unmodified MINA 2.2, without filters: its sockets, selectors, read buffers, write queue and flush. A multi-Reactor like {@code reactors}, but each round
 * of a processor first reads from all ready connections and then writes to all that have data to send. Added are a way to run tasks ({@link MinaProcessor}) and
 * a write queue that reports a partially written message ({@link SingleMessageQueue}).
 *
 * <p>Limits: MINA reads into new heap memory each time, and again until no bytes are left, and the bytes are copied once more for the session; a write is only
 * scheduled, and wakes the processor's selector even from the processor itself; one accept for each round of the acceptor. A callback that blocks delays its
 * processor's connections. MINA cannot create a session from an existing socket, so the engine adopts none.
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
                "Apache MINA: an acceptor distributes connections to N processors, which read and then flush",
                "Apache MINA 2.2 (Lee and others, since 2004)",
                EnumSet.complementOf(EnumSet.of(
                        Capability.BLOCKING,
                        Capability.ELASTIC,
                        Capability.UNIX_SOCKETS,
                        Capability.SHIFT_IN,
                        Capability.SHIFT_OUT)),
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
