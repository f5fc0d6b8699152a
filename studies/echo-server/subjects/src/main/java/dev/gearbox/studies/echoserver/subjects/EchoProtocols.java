package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.protocols.Echo;
import dev.gearbox.protocols.Offload;
import dev.gearbox.protocols.Protocols;
import dev.gearbox.protocols.time.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The protocols of this study's workloads, by name: those of {@link Protocols}, {@code mixed}, {@code slow}, {@code impatient}, {@code page}, {@code once} and
 * {@code work}.
 */
public final class EchoProtocols {
    private static final String MIXED = "mixed";
    private static final String SLOW = "slow";
    private static final String PAGE = "page";

    private static final ModelCard IMPATIENT = new ModelCard(
            "impatient",
            "echoes, and closes connections that began with an h and have been idle for too long",
            "",
            Set.of(),
            List.of(new Parameter.Int("millis", 1, 3_600_000, "500", "the limit, in milliseconds")));

    /** What servers speak that echo one message of a connection, and need not do more. */
    private static final String ONCE = "once";

    private EchoProtocols() {}

    /**
     * Returns the protocol of that name.
     *
     * @throws BadSpecException if there is none; the message lists the valid names
     */
    public static Protocol named(String spec) {
        if (spec.equals(PAGE)) {
            return new PageProtocol();
        }
        if (spec.equals(ONCE)) {
            return new Echo();
        }
        if (DescribedWork.isNamedBy(spec)) {
            return DescribedWork.named(spec);
        }
        if (names(spec, MIXED)) {
            return new Mixed(busy(spec, MIXED), new Echo());
        }
        if (names(spec, IMPATIENT.name())) {
            return impatient(spec);
        }
        return names(spec, SLOW) ? new SlowRequests(busy(spec, SLOW), new Echo()) : Protocols.named(spec);
    }

    private static boolean names(String spec, String name) {
        return spec.equals(name) || spec.startsWith(name + "?");
    }

    /** Users without a limit may pause between two slices of a measurement. */
    private static Protocol impatient(String spec) {
        Parameters given = Parameters.of(IMPATIENT, Spec.parse("protocol", spec).given());
        return new Mixed(Timeouts.idle(Duration.ofMillis(given.integer("millis")), new Echo()), new Echo());
    }

    /** Returns the protocol that blocks or computes, with the parameters of another name. */
    private static Protocol busy(String spec, String name) {
        return Protocols.named("busy" + spec.substring(name.length()));
    }

    /**
     * Returns the protocol on worker threads.
     *
     * @param offload the number of workers, or {@code elastic}
     */
    public static Offload offloaded(String offload, Protocol protocol) {
        return checkOffload(offload).equals("elastic")
                ? Offload.elastic(protocol)
                : Offload.to(Integer.parseInt(offload), protocol);
    }

    /** Returns the same text, if it is a valid offload. */
    public static String checkOffload(String offload) {
        if (!offload.equals("elastic") && !offload.matches("[1-9][0-9]{0,4}")) {
            throw new BadSpecException(
                    "offload is a number of workers from 1 to 99999 or elastic, not \"" + offload + "\"");
        }
        return offload;
    }
}
