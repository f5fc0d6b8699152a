/** WebSockets, both sides. */
module example.websocket {
    requires dev.gearbox.http;
}
