/** The words of Gearbox as types. Depends on nothing but annotations. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.core {
    requires static transitive org.jspecify;
    // Part of the JDK; a program that nobody records has nothing from it but a few classes.
    requires jdk.jfr;

    exports dev.gearbox.core;
    exports dev.gearbox.core.blocking;
    exports dev.gearbox.core.sockets;

    uses dev.gearbox.core.IoModel;
    uses dev.gearbox.core.sockets.SocketForms;
}
