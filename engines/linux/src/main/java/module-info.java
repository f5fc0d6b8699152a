import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.sockets.SocketConverter;

/**
 * I/O models on direct Linux system calls, through java.lang.foreign: no native library. Needs {@code --enable-native-access} for this module only. Exports
 * only the rings for files and for the load generator, each to one module: engines are found by {@link java.util.ServiceLoader} and started by their specs.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.engines.linux {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;

    exports dev.gearbox.engines.linux.uring to
            dev.gearbox.files,
            dev.gearbox.load;

    provides SocketConverter with
            dev.gearbox.engines.linux.sockets.LinuxSocketConverter;
    provides IoModel with
            dev.gearbox.engines.linux.epoll.EpollModel,
            dev.gearbox.engines.linux.uring.UringModel,
            dev.gearbox.engines.linux.virtual.VirtualLoopModel;
}
