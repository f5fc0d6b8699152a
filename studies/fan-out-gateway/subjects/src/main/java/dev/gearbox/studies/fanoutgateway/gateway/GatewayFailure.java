package dev.gearbox.studies.fanoutgateway.gateway;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** The reason why a request has no overview, as a status of HTTP. Its message is for the client: no names of classes, no stack. */
public final class GatewayFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    private GatewayFailure(int status, String detail, Throwable cause) {
        super(detail, cause);
        this.status = status;
    }

    private GatewayFailure(int status, String detail) {
        super(detail);
        this.status = status;
    }

    /** A service failed or answered with something that is no answer: 502. */
    public static GatewayFailure badGateway(String detail, Throwable cause) {
        return new GatewayFailure(502, detail, cause);
    }

    /** A service failed or answered with something that is no answer: 502. */
    public static GatewayFailure badGateway(String detail) {
        return new GatewayFailure(502, detail);
    }

    /** A service did not answer before the deadline: 504. */
    public static GatewayFailure timeout() {
        return new GatewayFailure(504, "a service did not answer before the deadline");
    }

    /** All places are taken: 503. */
    public static GatewayFailure overloaded() {
        return new GatewayFailure(503, "the gateway has no place for another request");
    }

    /** There is no such user: 404. */
    public static GatewayFailure unknownUser(int user) {
        return new GatewayFailure(404, "there is no user " + user);
    }

    /** Returns the failure within what a future or a framework wrapped around it; anything that is not ours is a defect of the gateway: 500. */
    public static GatewayFailure of(Throwable thrown) {
        Throwable cause = thrown;
        while (isWrapper(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return switch (cause) {
            case GatewayFailure ours -> ours;
            case TimeoutException _ -> timeout();
            default -> new GatewayFailure(500, "the gateway failed", cause);
        };
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof ExecutionException
                || thrown instanceof CompletionException
                || thrown.getClass().equals(RuntimeException.class);
    }

    public int status() {
        return status;
    }
}
