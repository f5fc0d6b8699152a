package dev.gearbox.http.server;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.Framing;
import dev.gearbox.http.message.MessageException;
import dev.gearbox.http.message.MessageHead;
import dev.gearbox.http.message.RequestLine;
import dev.gearbox.http.syntax.FieldLines;

/**
 * The validated facts about a request that a server needs before it reads the body.
 *
 * @param length of the body in bytes, or {@link Framing#CHUNKED}
 * @param keepAlive whether the client keeps the connection open
 * @param old whether it is HTTP/1.0, so that the response must not be chunked
 * @param expectsContinue whether the client waits for 100 before it sends the body
 */
record RequestHead(
        String method,
        String target,
        HttpHeaders headers,
        long length,
        boolean keepAlive,
        boolean old,
        boolean expectsContinue) {
    /**
     * Validates a request.
     *
     * @throws HttpStatusException with the status for the error
     * @throws MessageException if its framing is not valid
     */
    static RequestHead of(MessageHead<RequestLine> request, HttpLimits limits)
            throws HttpStatusException, MessageException {
        String method = request.line().method();
        String target = request.line().target();
        boolean old = request.line().old();
        FieldLines fields = request.fields();
        if (method.equals("CONNECT")) {
            throw new HttpStatusException(501, "CONNECT is not supported");
        }
        if (!isTarget(method, target)) {
            throw new HttpStatusException(400, "not a request target: " + target);
        }
        int hosts = fields.count("Host");
        if (hosts > 1 || (hosts == 0 && !old)) {
            throw new HttpStatusException(400, hosts + " Host fields");
        }
        if (hosts == 1 && !HostField.isValid(fields, fields.find("Host", 0))) {
            throw new HttpStatusException(400, "the Host field is not a host and a port");
        }
        long announced = request.length(limits.bodyBytes());
        long length = announced == Framing.UNDEFINED ? 0 : announced;
        int expect = old ? -1 : fields.find("Expect", 0);
        if (expect >= 0 && !fields.value(expect).equalsIgnoreCase("100-continue")) {
            throw new HttpStatusException(417, "the expectation cannot be met");
        }
        return new RequestHead(
                method,
                target,
                HttpHeaders.received(fields),
                length,
                request.keepsAlive(),
                old,
                expect >= 0 && length != 0);
    }

    private static boolean isTarget(String method, String target) {
        return target.startsWith("/")
                || target.regionMatches(true, 0, "http://", 0, 7)
                || target.regionMatches(true, 0, "https://", 0, 8)
                || (target.equals("*") && method.equals("OPTIONS"));
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}
