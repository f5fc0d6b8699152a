/** Echo over TLS. */
module example.tlsecho {
    requires dev.gearbox.tls;
}
