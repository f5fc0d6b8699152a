/**
 * Ways of reading and copying files, from byte streams to io_uring, behind common interfaces; {@link dev.gearbox.files.read.ReadStrategies} and {@link
 * dev.gearbox.files.copy.CopyStrategies} list them. Those that make system calls need {@code --enable-native-access} for this module.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.files {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires dev.gearbox.engines.linux;

    exports dev.gearbox.files;
    exports dev.gearbox.files.copy;
    exports dev.gearbox.files.random;
    exports dev.gearbox.files.read;
    exports dev.gearbox.files.tree;
    exports dev.gearbox.files.write;
}
