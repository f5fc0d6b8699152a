package dev.gearbox.engines.linux.uring;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Moves a socket from the process's descriptors into a ring's slots: for sockets that a ring could not put there by itself, because something had to be asked
 * first that only works on a descriptor. Used on the loop's thread.
 */
final class SlotInstaller implements UringLoop.Requester {
    private static final int INSTALL = 1;

    private final UringLoop loop;
    private final IntConsumer installed;
    private final Consumer<IOException> failed;
    private final MemorySegment number = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    private final int id;

    private SlotInstaller(UringLoop loop, int descriptor, IntConsumer installed, Consumer<IOException> failed) {
        this.loop = loop;
        this.installed = installed;
        this.failed = failed;
        number.set(ValueLayout.JAVA_INT, 0, descriptor);
        id = loop.enlist(this);
    }

    /**
     * Starts the installation. The descriptor still belongs to the caller. The caller must have reserved a place, which is released if this fails.
     *
     * @param installed receives the slot
     * @param failed receives the reason of a failure
     */
    static void begin(UringLoop loop, int descriptor, IntConsumer installed, Consumer<IOException> failed) {
        SlotInstaller installer = new SlotInstaller(loop, descriptor, installed, failed);
        loop.install(installer.id, INSTALL, installer.number.address());
    }

    @Override
    public void completed(int kind, int result, int flags) {
        loop.dismiss(id);
        if (result == 1) {
            installed.accept(number.get(ValueLayout.JAVA_INT, 0));
        } else {
            loop.slots().release();
            failed.accept(Errno.during("no slot for a connection", result == 0 ? -Constants.ENFILE : result));
        }
    }

    @Override
    public void abandoned() {
        failed.accept(new IOException("the loop has ended"));
    }
}
