package dev.gearbox.http.server;

/** A request that the server itself answers, with an error status; the connection then ends. */
final class HttpStatusException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    HttpStatusException(int status, String why) {
        super(why);
        this.status = status;
    }

    int status() {
        return status;
    }
}
