package dev.gearbox.core.sockets;

import java.util.Optional;
import java.util.ServiceLoader;

/** Looked for once, when it is first needed. */
final class Installed {
    static final Optional<SocketForms> FORMS;
    static final Optional<String> ABSENCE;

    static {
        Optional<SocketForms> found = ServiceLoader.load(SocketForms.class, SocketForms.class.getClassLoader())
                .findFirst();
        ABSENCE = found.map(SocketForms::absence)
                .orElseGet(() -> Optional.of("no module is there that makes channels of descriptors and descriptors of"
                        + " channels (dev.gearbox.engines.linux does)"));
        FORMS = found.filter(any -> ABSENCE.isEmpty());
    }

    private Installed() {}
}
