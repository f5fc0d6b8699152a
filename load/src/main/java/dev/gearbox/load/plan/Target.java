package dev.gearbox.load.plan;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * The target of the load, written as {@code tcp://HOST:PORT}.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port 1 to 65535
 */
public record Target(String host, int port) {
    private static final String FORM = "Write tcp://HOST:PORT, such as tcp://127.0.0.1:7007";

    /**
     * Parses a target.
     *
     * @throws BadPlanException if it does not have this form; the message says what is wrong and what the form is
     */
    public static Target parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new BadPlanException("\"" + text + "\" is not a target: " + e.getReason() + ". " + FORM);
        }
        String host = uri.getHost();
        if (!"tcp".equalsIgnoreCase(uri.getScheme())) {
            throw bad(
                    text,
                    uri.getScheme() == null ? "the scheme is missing" : "unknown scheme \"" + uri.getScheme() + "\"");
        }
        if (host == null) {
            throw bad(text, "the host or the port is missing or malformed");
        }
        if (uri.getPort() < 1 || uri.getPort() > 65_535) {
            throw bad(
                    text,
                    uri.getPort() == -1
                            ? "the port is missing"
                            : "port " + uri.getPort() + " is out of range: 1 to 65535");
        }
        if (uri.getUserInfo() != null
                || !uri.getRawPath().isEmpty()
                || uri.getQuery() != null
                || uri.getFragment() != null) {
            throw bad(text, "only host and port are allowed");
        }
        return new Target(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, uri.getPort());
    }

    private static BadPlanException bad(String text, String why) {
        return new BadPlanException("\"" + text + "\" is not a target: " + why + ". " + FORM);
    }
}
