/** A chat room. */
module example.chat {
    requires dev.gearbox.core;
    requires dev.gearbox.protocols;
}
