package dev.gearbox.http.server;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.Tokens;
import dev.gearbox.http.message.KeepAlive;
import dev.gearbox.http.message.MessageReader;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolVersion;

/**
 * The validated facts about a request that a server needs before it reads the body.
 *
 * @param length of the body in bytes, or {@link MessageReader#CHUNKED}
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
     */
    static RequestHead of(HttpRequest request, HttpLimits limits) throws HttpStatusException {
        ProtocolVersion version = request.getVersion();
        if (version.getMajor() != 1) {
            throw new HttpStatusException(505, version + " is not supported");
        }
        String method = request.getMethod();
        String target = request.getRequestUri();
        boolean old = version.lessEquals(HttpVersion.HTTP_1_0);
        if (method.equals("CONNECT")) {
            throw new HttpStatusException(501, "CONNECT is not supported");
        }
        if (!Tokens.isToken(method) || !isTarget(method, target)) {
            throw new HttpStatusException(400, "not a request line");
        }
        int hosts = request.countHeaders("Host");
        if (hosts > 1 || (hosts == 0 && !old)) {
            throw new HttpStatusException(400, hosts + " Host fields");
        }
        long length = length(request);
        if (length > limits.bodyBytes()) {
            throw new HttpStatusException(413, "a body may have " + limits.bodyBytes() + " bytes");
        }
        Header expect = request.getFirstHeader("Expect");
        boolean expectsContinue = expect != null && !old;
        if (expectsContinue && !"100-continue".equalsIgnoreCase(expect.getValue())) {
            throw new HttpStatusException(417, "the expectation cannot be met");
        }
        return new RequestHead(
                method,
                target,
                HttpHeaders.received(request),
                length,
                KeepAlive.of(request),
                old,
                expectsContinue && length != 0);
    }

    private static boolean isTarget(String method, String target) {
        return Tokens.isTarget(target)
                && (target.startsWith("/")
                        || target.regionMatches(true, 0, "http://", 0, 7)
                        || target.regionMatches(true, 0, "https://", 0, 8)
                        || (target.equals("*") && method.equals("OPTIONS")));
    }

    private static long length(HttpRequest request) throws HttpStatusException {
        try {
            long length = MessageReader.length(request);
            return length == MessageReader.UNDEFINED ? 0 : length;
        } catch (NotImplementedException coding) {
            throw new HttpStatusException(501, String.valueOf(coding.getMessage()), coding);
        } catch (HttpException bad) {
            throw new HttpStatusException(400, String.valueOf(bad.getMessage()), bad);
        }
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}
