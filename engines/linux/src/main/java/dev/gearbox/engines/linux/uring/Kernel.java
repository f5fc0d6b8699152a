package dev.gearbox.engines.linux.uring;

import dev.gearbox.core.sockets.DescriptorSocket;
import dev.gearbox.engines.linux.sockets.LinuxSocketConverter;
import dev.gearbox.engines.linux.system.Syscalls;
import java.net.SocketAddress;

/** All that io_uring's engine has of the system below it. The one that there is; tests have a simulated one, which can be made to fail. */
public class Kernel {
    static final Kernel LINUX = new Kernel();

    /** Tried once. */
    private static final class Ends {
        static final boolean NOTICED = EofProbe.noticesEnds(new Syscalls());
    }

    /** The system's calls, for one thread. */
    Syscalls calls() {
        return new Syscalls();
    }

    /** The time by which timers go. */
    long nanoTime() {
        return System.nanoTime();
    }

    /** Whether a receive that goes on notices an end, or a reset, right behind bytes. */
    boolean noticesEnds() {
        return Ends.NOTICED;
    }

    /** A descriptor in the form in which it changes hands. */
    DescriptorSocket socket(int descriptor, SocketAddress local, SocketAddress remote) {
        return LinuxSocketConverter.socket(descriptor, local, remote);
    }
}
