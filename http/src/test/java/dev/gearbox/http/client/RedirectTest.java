package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.http.HttpHeaders;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where redirects lead, what goes along, and which ones are not followed. */
class RedirectTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final HttpHeaders FIELDS = HttpHeaders.of(
            "Authorization", "Basic eDp5", "Cookie", "a=b", "Accept", "text/plain", "Content-Type", "text/plain");

    private final MemoryClient memory = new MemoryClient(options -> options.withRedirects(2));
    private final MemoryClient.Journal journal = new MemoryClient.Journal();

    @AfterEach
    void close() {
        memory.close();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static HttpResponse response(int status, String location) {
        return new HttpResponse(status, HttpHeaders.of("Location", location));
    }

    private static HttpRequest next(String method, String from, int status, String location) {
        return Redirect.next(
                response(status, location), HttpRequest.of(method, URI.create(from), FIELDS, bytes("body")));
    }

    @ParameterizedTest
    @CsvSource({
        "http://a/b/c?d, e, http://a/b/e",
        "http://a/b/c?d, /e, http://a/e",
        "http://a/b/c?d, ?e, http://a/b/c?e",
        "http://a/b/c?d, ../e, http://a/e",
        "http://a/b/c?d, //x/e, http://x/e",
        "http://a/b/c?d, http://x, http://x",
        "http://a/b/c?d, https://x/y, https://x/y",
        "http://a/b/c?d, '', http://a/b/c?d",
        "http://a/b/c?d, '#f', http://a/b/c?d",
        "http://a, e, http://a/e",
        "http://a, ?e, http://a/?e",
        "https://a/b, c, https://a/c"
    })
    void targets(String from, String location, String to) {
        assertThat(next("GET", from, 302, location).uri()).isEqualTo(URI.create(to));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,301,GET,true", "POST,301,GET,false", "PUT,301,PUT,true", "POST,302,GET,false", "DELETE,302,DELETE,true",
        "POST,303,GET,false", "PUT,303,GET,false", "HEAD,303,HEAD,false", "POST,307,POST,true", "POST,308,POST,true"
    })
    void methodsAndBodies(String method, int status, String then, boolean body) {
        HttpRequest following = next(method, "http://a/", status, "/b");
        assertThat(following.method()).isEqualTo(then);
        String sent = StandardCharsets.ISO_8859_1.decode(following.bytes(true)).toString();
        assertThat(sent.endsWith("\r\n\r\nbody")).isEqualTo(body);
        assertThat(following.headers().first("Content-Type").isPresent()).isEqualTo(body);
        assertThat(following.headers().first("Accept")).contains("text/plain");
    }

    @ParameterizedTest
    @CsvSource({
        "http://a/,http://a/b,true", "http://a/,http://a:80/b,true", "http://a/,http://a:81/b,false",
        "http://a/,http://b/,false", "http://a/,https://a/,false", "http://a/,http://sub.a/,false"
    })
    void credentialsStayWithTheirOrigin(String from, String to, boolean kept) {
        HttpHeaders fields = next("GET", from, 302, to).headers();
        assertThat(fields.first("Authorization").isPresent()).isEqualTo(kept);
        assertThat(fields.first("Cookie").isPresent()).isEqualTo(kept);
        assertThat(fields.first("Accept")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://a/", "http://", "http://a b/", "mailto:x", "http://a:99999/", "http://x/%zz"})
    void targetsThatAreNone(String location) {
        assertThatThrownBy(() -> next("GET", "http://a/", 302, location)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void encryptionIsNotLeft() {
        assertThatThrownBy(() -> next("GET", "https://a/", 302, "http://a/"))
                .hasMessage("it leads from https to http://a/");
        assertThat(next("GET", "https://a/", 302, "https://b/").origin().encrypted())
                .isTrue();
    }

    @Test
    void whatIsFollowed() {
        HttpRequest get = HttpRequest.get(URI.create("http://a/"));
        HttpRequest stream =
                HttpRequest.streamed("POST", get.uri(), HttpHeaders.NONE, -1, RequestSource.of(bytes("body")));
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            assertThat(Redirect.isFollowed(response(status, "/b"), get)).isTrue();
            assertThat(Redirect.isFollowed(new HttpResponse(status, HttpHeaders.NONE), get))
                    .isFalse();
            assertThat(Redirect.isFollowed(response(status, "/b"), stream)).isEqualTo(status < 304);
        }
        for (int status : new int[] {200, 201, 300, 304, 305, 306, 400}) {
            assertThat(Redirect.isFollowed(response(status, "/b"), get)).isFalse();
        }
    }

    private static String redirect(String location) {
        return "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 4\r\n\r\ngone";
    }

    /** The connection is used again, also by the redirected request itself. */
    @Test
    void followedOnTheSameConnection() {
        memory.client.send(HttpRequest.get(URI.create("http://127.0.0.1:1/first")), journal);
        memory.answer(redirect("/second"));
        assertThat(memory.received()).contains("GET /second HTTP/1.1\r\n");
        memory.answer(OK);
        assertThat(journal.entries).containsExactly("200", "ok", "complete");
        assertThat(memory.connections).hasSize(1);
    }

    @Test
    void followedToAnotherOrigin() {
        memory.client.send(HttpRequest.of("GET", URI.create("http://127.0.0.1:1/"), FIELDS, bytes("")), journal);
        assertThat(memory.received()).contains("Authorization");
        memory.answer(redirect("http://127.0.0.1:2/x"));
        assertThat(memory.origins).extracting(HttpOrigin::port).containsExactly(1, 2);
        assertThat(memory.received())
                .startsWith("GET /x ")
                .doesNotContain("Authorization")
                .doesNotContain("Cookie");
        memory.answer(OK);
        assertThat(journal.entries).containsExactly("200", "ok", "complete");
    }

    @Test
    void onlySoMany() {
        memory.client.send(HttpRequest.get(URI.create("http://127.0.0.1:1/0")), journal);
        memory.answer(redirect("/1"));
        memory.answer(redirect("/2"));
        memory.answer(redirect("/3"));
        assertThat(journal.entries).containsExactly("REDIRECT");
        assertThat(journal.failure).hasMessageContaining("more than 2 redirects, the last to /3");
        assertThat(memory.received()).doesNotContain("/3");
    }

    @Test
    void notFollowedWithTheReason() {
        memory.client.send(HttpRequest.get(URI.create("http://127.0.0.1:1/")), journal);
        memory.answer(redirect("gopher://127.0.0.1/"));
        assertThat(journal.entries).containsExactly("REDIRECT");
        assertThat(journal.failure).hasMessageContaining("the redirect to \"gopher://127.0.0.1/\" is not followed");
    }

    @Test
    void anEndlessBodyOfARedirect() {
        memory.client.send(HttpRequest.get(URI.create("http://127.0.0.1:1/")), journal);
        memory.answer("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n" + "x".repeat(70_000));
        memory.answer("x");
        assertThat(journal.entries).containsExactly("REDIRECT");
    }

    @Test
    void withoutTheOptionTheHandlerGetsIt() {
        try (MemoryClient plain = new MemoryClient(options -> options)) {
            plain.client.send(HttpRequest.get(URI.create("http://127.0.0.1:1/")), journal);
            plain.answer(redirect("/x"));
            assertThat(journal.entries).containsExactly("302", "gone", "complete");
        }
        assertThatThrownBy(() -> HttpClientOptions.DEFAULT.withRedirects(-1)).hasMessageContaining("redirects is -1");
    }

    @Test
    void cancelledOnTheWay() {
        var sent = memory.client.send(HttpRequest.get(URI.create("http://127.0.0.1:1/first")), journal);
        memory.answer(redirect("/second"));
        sent.cancel();
        memory.step();
        assertThat(journal.entries).containsExactly("CANCELLED");
        sent.cancel();
        assertThat(Optional.ofNullable(journal.failure)).isPresent();
    }
}
