package dev.gearbox.http.server;

import dev.gearbox.core.Connection;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** Records an exchange of a server that took longer than the event's threshold. */
@Name("gearbox.HttpServerExchange")
@Label("HTTP Server Exchange")
@Category("Gearbox")
@Description(
        "A request and its response: the time from the call of the handler until the response is complete, or will not be")
@Threshold("10 ms")
@StackTrace(false)
final class HttpServerExchangeEvent extends Event {
    private static final HttpServerExchangeEvent PROBE = new HttpServerExchangeEvent();

    @Label("Method")
    String method = "";

    @Label("Path")
    @Description("The target of the request without its query, which may hold secrets")
    String path = "";

    @Label("Status")
    @Description("The status of the response; 0 if there is none")
    int status;

    @Label("Connection")
    @Description("Local and remote address")
    String connection = "";

    @Label("Message")
    @Description("Why the response is not complete, if it is not")
    @Nullable
    String message;

    private HttpServerExchangeEvent() {}

    /** Returns an event that starts now; null if no recording has it enabled. */
    static @Nullable HttpServerExchangeEvent started() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        HttpServerExchangeEvent event = new HttpServerExchangeEvent();
        event.begin();
        return event;
    }

    /** Ends the event. */
    void over(RequestHead head, int sent, Connection served, @Nullable String why) {
        end();
        if (shouldCommit()) {
            method = head.method();
            path = withoutQuery(head.target());
            status = sent;
            connection = served.toString();
            message = why;
            commit();
        }
    }

    private static String withoutQuery(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }
}
