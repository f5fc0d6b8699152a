package dev.gearbox.http.client;

import dev.gearbox.http.HttpHeaders;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a response redirects a request to (RFC 9110, 15.4). Fields with credentials stay with their origin: scheme, host and port. From https nothing leads to
 * http. A request whose body is streamed is repeated only without it, since its source has been used.
 */
final class Redirect {
    private static final int MOVED_PERMANENTLY = 301;
    private static final int FOUND = 302;
    private static final int SEE_OTHER = 303;
    private static final Set<Integer> STATUSES = Set.of(MOVED_PERMANENTLY, FOUND, SEE_OTHER, 307, 308);
    private static final Set<String> CREDENTIALS = names("Authorization", "Cookie", "Proxy-Authorization");
    private static final Set<String> OF_THE_BODY = names(
            "Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Content-Digest", "Digest");

    private Redirect() {}

    private static Set<String> names(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(List.of(names));
        return set;
    }

    /** Returns whether a client follows it by itself. */
    static boolean isFollowed(HttpResponse response, HttpRequest request) {
        return STATUSES.contains(response.status())
                && response.headers().first("Location").isPresent()
                && (request.source() == null
                        || method(response.status(), request.method()).isPresent());
    }

    /** Returns the method of a request without the body; empty if the same request is repeated. */
    private static Optional<String> method(int status, String method) {
        boolean other =
                status == SEE_OTHER || (method.equals("POST") && (status == MOVED_PERMANENTLY || status == FOUND));
        return other ? Optional.of(method.equals("HEAD") ? method : "GET") : Optional.empty();
    }

    /**
     * Returns the request that follows.
     *
     * @throws IllegalArgumentException with the reason why none does
     */
    static HttpRequest next(HttpResponse response, HttpRequest request) {
        URI to = target(request.uri(), response.headers().first("Location").orElseThrow());
        HttpOrigin origin = HttpOrigin.of(to);
        if (request.origin().encrypted() && !origin.encrypted()) {
            throw new IllegalArgumentException("it leads from https to " + to);
        }
        Set<String> left = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        if (!origin.equals(request.origin())) {
            left.addAll(CREDENTIALS);
        }
        Optional<String> other = method(response.status(), request.method());
        if (other.isEmpty()) {
            return request.redirected(to, without(request.headers(), left));
        }
        left.addAll(OF_THE_BODY);
        return HttpRequest.bodiless(other.get(), to, without(request.headers(), left));
    }

    private static URI target(URI base, String location) {
        URI reference = URI.create(location);
        String path = base.getRawPath() == null ? "" : base.getRawPath();
        if (!reference.isAbsolute()
                && reference.getRawAuthority() == null
                && reference.getRawPath().isEmpty()) {
            // java.net.URI resolves a query alone against the folder, not the page (RFC 3986, 5.2.2).
            String query = reference.getRawQuery() == null ? base.getRawQuery() : reference.getRawQuery();
            return base.resolve((path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query));
        }
        return path.isEmpty() ? base.resolve("/").resolve(reference) : base.resolve(reference);
    }

    private static HttpHeaders without(HttpHeaders fields, Set<String> left) {
        List<String> kept = new ArrayList<>();
        fields.forEach((name, value) -> {
            if (!left.contains(name)) {
                kept.add(name);
                kept.add(value);
            }
        });
        return kept.size() == 2 * fields.size() ? fields : HttpHeaders.of(kept.toArray(String[]::new));
    }
}
