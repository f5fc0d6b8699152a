/** HTTP, both sides. */
module example.http {
    requires dev.gearbox.http;
}
