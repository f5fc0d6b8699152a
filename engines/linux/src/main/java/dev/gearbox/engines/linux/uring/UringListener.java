package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.LoopListener;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;

/** A port of an io_uring engine: a listening socket on each of its loops. */
final class UringListener extends LoopListener<UringLoop> {
    private final UringEngine engine;

    private UringListener(UringEngine engine, SocketAddress address, Protocol protocol, Options options) {
        super(engine, address, protocol, options, true);
        this.engine = engine;
    }

    static UringListener open(
            UringEngine engine, List<UringLoop> loops, SocketAddress where, Protocol protocol, Options options)
            throws IOException {
        LinuxSockets.Listening listening =
                LinuxSockets.listen(engine.kernel().calls(), where, options, loops.size(), 0);
        UringListener listener = new UringListener(engine, listening.address(), protocol, options);
        for (int index = 0; index < loops.size(); index++) {
            listener.begin(loops.get(index), listening.descriptors().get(index));
        }
        return listener;
    }

    @Override
    public PerLoopAcceptor acceptor(UringLoop loop, int descriptor, boolean spare) {
        return new UringAcceptor(this, engine, loop, descriptor);
    }

    @Override
    public int type() {
        return 0;
    }
}
