package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.engines.linux.sockets.LinuxSocketConverter;
import dev.gearbox.engines.linux.system.Syscalls;
import java.net.SocketAddress;

/** The interface of the io_uring engine to the system. There is one real implementation; tests have a simulated one, which can be made to fail. */
public class Kernel {
    static final Kernel LINUX = new Kernel();

    /** Probed once. */
    private static final class Ends {
        static final boolean NOTICED = EofProbe.noticesEnds(new Syscalls());
    }

    /** Returns the system calls, for one thread. */
    Syscalls calls() {
        return new Syscalls();
    }

    /** Returns the time for timers. */
    long nanoTime() {
        return System.nanoTime();
    }

    /** Returns whether a multishot receive notices an end, or a reset, right behind bytes. */
    boolean noticesEnds() {
        return Ends.NOTICED;
    }

    /** Wraps a descriptor to be handed over. */
    DescriptorSocket socket(int descriptor, SocketAddress local, SocketAddress remote) {
        return LinuxSocketConverter.socket(descriptor, local, remote);
    }
}
