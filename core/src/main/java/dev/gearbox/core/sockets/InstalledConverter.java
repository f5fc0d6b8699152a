package dev.gearbox.core.sockets;

import java.util.Optional;
import java.util.ServiceLoader;

/** The installed converter, looked up when it is first needed. */
final class InstalledConverter {
    static final Optional<SocketConverter> FORMS;
    static final Optional<String> ABSENCE;

    static {
        Optional<SocketConverter> found = ServiceLoader.load(
                        SocketConverter.class, SocketConverter.class.getClassLoader())
                .findFirst();
        ABSENCE = found.map(SocketConverter::absence)
                .orElseGet(() -> Optional.of("no module is there that makes channels of descriptors and descriptors of"
                        + " channels (dev.gearbox.engines.linux does)"));
        FORMS = found.filter(any -> ABSENCE.isEmpty());
    }

    private InstalledConverter() {}
}
