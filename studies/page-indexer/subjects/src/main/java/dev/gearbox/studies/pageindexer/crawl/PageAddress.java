package dev.gearbox.studies.pageindexer.crawl;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Normalizes addresses of pages, so that a page is fetched once, however its address is written. */
final class PageAddress {
    private PageAddress() {}

    /**
     * Returns the normal form: scheme and host in lower case, no default port, a path, no fragment, ASCII.
     *
     * @throws IllegalArgumentException if it is not the address of a page; the message says what is missing
     */
    static URI normal(URI address) {
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("it does not begin with http:// or https://");
        }
        if (address.getHost() == null) {
            throw new IllegalArgumentException("it has no host");
        }
        if (address.getPort() > 65_535) {
            throw new IllegalArgumentException("there is no port " + address.getPort());
        }
        boolean usual = address.getPort() < 0 || address.getPort() == (scheme.equals("http") ? 80 : 443);
        String path = address.getRawPath();
        String text = scheme + "://" + address.getHost().toLowerCase(Locale.ROOT)
                + (usual ? "" : ":" + address.getPort())
                + (path == null || path.isEmpty() ? "/" : path)
                + (address.getRawQuery() == null ? "" : "?" + address.getRawQuery());
        return URI.create(URI.create(text).normalize().toASCIIString());
    }

    /**
     * Resolves a text to an address.
     *
     * @param base the address of the document, to which the text is relative
     * @throws IllegalArgumentException like {@link #normal(URI)}
     */
    static URI normal(URI base, String text) {
        try {
            String reference = text.strip();
            // URI resolves these two according to RFC 2396 (1998), which is not what servers expect.
            boolean same = reference.isEmpty() || reference.startsWith("?");
            String whole = base.toString();
            int query = whole.indexOf('?');
            return normal(
                    same
                            ? new URI(
                                    (query < 0 || reference.isEmpty() ? whole : whole.substring(0, query)) + reference)
                            : base.resolve(new URI(reference)));
        } catch (URISyntaxException wrong) {
            throw new IllegalArgumentException("it is not an address: " + wrong.getReason(), wrong);
        }
    }

    /** Returns the site, the unit of politeness: scheme, host and port. */
    static String site(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    /** Returns whether it is this machine, according to the address alone: names are not looked up. */
    static boolean isNear(URI address) {
        String host = address.getHost();
        if (host.equals("localhost") || host.endsWith(".localhost")) {
            return true;
        }
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        try {
            return InetAddress.ofLiteral(bare).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false; // a name
        }
    }
}
