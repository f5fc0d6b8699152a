/** A blocking handler. */
module example.blocking {
    requires dev.gearbox.protocols;
}
