/** Codecs and decorators of protocols; they do no I/O and are independent of the engine. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.protocols {
    requires transitive dev.gearbox.core;
    requires static transitive org.jspecify;
    // Part of the JDK; without a recording it costs only a few loaded classes.
    requires jdk.jfr;

    exports dev.gearbox.protocols;
    exports dev.gearbox.protocols.broadcast;
    exports dev.gearbox.protocols.frames;
    exports dev.gearbox.protocols.limit;
    exports dev.gearbox.protocols.proxy;
    exports dev.gearbox.protocols.time;
}
