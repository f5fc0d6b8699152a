package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** An engine that declines every connection, when no descriptor is left: the connection must return without needing one. */
final class DecliningEngine extends EngineBase {
    /** When it declines. */
    enum Manner {
        /** It throws. */
        AT_ONCE,
        /** It has converted the socket to a channel, if it was none, and declines on a thread of its own. */
        AS_CHANNEL,
        /** As above, converted to a descriptor. */
        AS_DESCRIPTOR;

        /** Returns those that work on this class path: a conversion needs a module that provides it. */
        static List<Manner> possible() {
            return SocketConverter.installed().isPresent() ? List.of(values()) : List.of(AT_ONCE);
        }
    }

    private final Manner manner;
    private final Runnable starve;

    /**
     * @param starve opens all remaining descriptors
     */
    DecliningEngine(Manner manner, Runnable starve) {
        super("declining");
        this.manner = manner;
        this.starve = starve;
    }

    @Override
    public void adopt(Handoff connection) throws IOException {
        DetachedSocket own;
        try {
            own = switch (manner) {
                case AT_ONCE -> throw new IOException("planted: declined");
                case AS_CHANNEL -> connection.asChannel();
                case AS_DESCRIPTOR -> connection.asDescriptor();
            };
        } finally {
            starve.run();
        }
        Thread.ofPlatform()
                .daemon()
                .name("declining")
                .start(() ->
                        connection.state().declined(own, new IOException("planted: declined after the conversion")));
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    protected void stopAccepting() {
        // Nothing is accepted.
    }

    @Override
    protected void stopThreads() {
        // Its threads end by themselves.
    }
}
