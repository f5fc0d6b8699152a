/** Codecs and decorators of protocols: they do no I/O and know no engine. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.protocols {
    requires transitive dev.gearbox.core;
    requires static transitive org.jspecify;

    exports dev.gearbox.protocols;
}
