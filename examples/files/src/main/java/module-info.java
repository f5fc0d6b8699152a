/** A file server. */
module example.files {
    requires dev.gearbox.http;
    requires dev.gearbox.protocols;
}
