package dev.gearbox.http.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * The destination of a request. Connections are kept for each origin.
 *
 * @param encrypted whether the scheme is https
 * @param host a name or an address, as in the URI (an IPv6 address without its brackets)
 * @param port from 1 to 65,535
 */
public record HttpOrigin(boolean encrypted, String host, int port) {
    public HttpOrigin {
        if (host.isEmpty() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("not a host and port: " + host + ":" + port);
        }
    }

    static HttpOrigin of(URI uri) {
        String scheme = String.valueOf(uri.getScheme());
        String host = uri.getHost();
        boolean secure = scheme.equalsIgnoreCase("https");
        if (host == null || !(secure || scheme.equalsIgnoreCase("http"))) {
            throw new IllegalArgumentException(uri + " is not an http URI with a host");
        }
        return of(secure, uri);
    }

    /** Returns the origin of an address with a host, whatever its scheme is; without a port it is 80, or 443 if it is encrypted. */
    public static HttpOrigin of(boolean secure, URI uri) {
        String host = uri.getHost();
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new HttpOrigin(secure, bare, uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80);
    }

    /** Returns what a connection is opened to: its name, unresolved, or the address that it consists of. */
    public InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.ofLiteral(host), port);
        } catch (IllegalArgumentException aName) {
            return InetSocketAddress.createUnresolved(host, port);
        }
    }

    @Override
    public String toString() {
        return (encrypted ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
