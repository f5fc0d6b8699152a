/** TLS as a decorator of protocols; it does no I/O and is independent of the engine. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.tls {
    requires transitive dev.gearbox.core;
    requires static transitive org.jspecify;
    // Part of the JDK; without a recording it costs only a few loaded classes.
    requires jdk.jfr;

    exports dev.gearbox.tls;

    provides dev.gearbox.core.encryption.ClientEncryption with
            dev.gearbox.tls.provider.TlsClientEncryption;
}
