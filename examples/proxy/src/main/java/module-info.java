/** A server behind a proxy. */
module example.proxy {
    requires dev.gearbox.protocols;
}
