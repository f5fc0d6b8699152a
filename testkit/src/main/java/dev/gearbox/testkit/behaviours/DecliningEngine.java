package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** An engine that adopts no connection, and says so when no descriptor is left: the connection has to go back without one. */
final class DecliningEngine extends EngineBase {
    /** How far it gets. */
    enum Manner {
        /** It throws. */
        AT_ONCE,
        /** It has made a channel of the socket, if it was none, and declines on a thread of its own. */
        AS_CHANNEL,
        /** Likewise, a descriptor. */
        AS_DESCRIPTOR;

        /** Those that work on this class path: a change of form needs a module that makes it. */
        static List<Manner> possible() {
            return SocketConverter.installed().isPresent() ? List.of(values()) : List.of(AT_ONCE);
        }
    }

    private final Manner manner;
    private final Runnable starve;

    /**
     * @param starve takes all descriptors
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
                case AT_ONCE -> throw new IOException("planted: it takes none");
                case AS_CHANNEL -> connection.asChannel();
                case AS_DESCRIPTOR -> connection.asDescriptor();
            };
        } finally {
            starve.run();
        }
        Thread.ofPlatform()
                .daemon()
                .name("declining")
                .start(() -> connection.state().declined(own, new IOException("planted: it takes none after all")));
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    protected void stopAccepting() {
        // It accepts none.
    }

    @Override
    protected void stopThreads() {
        // They end by themselves.
    }
}
