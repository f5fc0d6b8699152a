package dev.gearbox.http.client;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** Records an exchange of a client that took longer than the event's threshold. Each redirect that is followed is an exchange of its own. */
@Name("gearbox.HttpClientExchange")
@Label("HTTP Client Exchange")
@Category("Gearbox")
@Description(
        "A request and its response: the time from the request, with its wait for a connection, until the response is complete, or will not be")
@Threshold("10 ms")
@StackTrace(false)
final class HttpClientExchangeEvent extends Event {
    private static final HttpClientExchangeEvent PROBE = new HttpClientExchangeEvent();

    @Label("Method")
    String method = "";

    @Label("Origin")
    @Description("Scheme, host and port")
    String origin = "";

    @Label("Path")
    @Description("The path of the request without its query, which may hold secrets")
    String path = "";

    @Label("Status")
    @Description("The status of the response; 0 if there is none")
    int status;

    @Label("Failure")
    @Description("The kind of the failure, if the response is not complete")
    @Nullable
    String failure;

    private HttpClientExchangeEvent() {}

    /** Returns an event that starts now; null if no recording has it enabled. */
    static @Nullable HttpClientExchangeEvent started() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        HttpClientExchangeEvent event = new HttpClientExchangeEvent();
        event.begin();
        return event;
    }

    /** Ends the event. */
    void over(HttpRequest sent, int received, HttpFailure.@Nullable Kind why) {
        end();
        if (shouldCommit()) {
            method = sent.method();
            origin = sent.origin().toString();
            path = sent.uri().getRawPath();
            status = received;
            failure = why == null ? null : why.name();
            commit();
        }
    }
}
