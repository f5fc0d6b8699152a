/** The API and SPI of Gearbox. Depends on nothing but annotations. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.core {
    requires static transitive org.jspecify;
    // Part of the JDK; without a recording it costs only a few loaded classes.
    requires jdk.jfr;
    // Part of the JDK: the times of TCP keep-alive.
    requires jdk.net;

    exports dev.gearbox.core;
    exports dev.gearbox.core.balance to
            dev.gearbox.engines.jdk,
            dev.gearbox.engines.linux;
    exports dev.gearbox.core.blocking;
    exports dev.gearbox.core.buffers;
    exports dev.gearbox.core.concurrent to
            dev.gearbox.engines.jdk,
            dev.gearbox.engines.linux,
            dev.gearbox.engines.mina;
    exports dev.gearbox.core.encryption;
    exports dev.gearbox.core.loop to
            dev.gearbox.engines.auto,
            dev.gearbox.engines.jdk,
            dev.gearbox.engines.linux;
    exports dev.gearbox.core.model;
    exports dev.gearbox.core.observe;
    exports dev.gearbox.core.sockets;
    exports dev.gearbox.core.spi;

    uses dev.gearbox.core.encryption.ClientEncryption;
    uses dev.gearbox.core.model.IoModel;
    uses dev.gearbox.core.sockets.SocketConverter;
}
