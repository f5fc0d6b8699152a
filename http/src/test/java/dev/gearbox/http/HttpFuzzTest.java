package dev.gearbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.client.ExchangeOutcome;
import dev.gearbox.http.server.HttpServer;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Valid messages and mutations of them: the result is always an answer or a named failure, and where Netty's decoder and ours both accept a message,
 * they read the same.
 */
@Tag("deep")
@Timeout(600)
class HttpFuzzTest {
    private static final long SEED = Long.getLong("gearbox.seed", System.nanoTime());
    private static final int ROUNDS = Boolean.getBoolean("gearbox.deep") ? 10_000 : 1_000;
    private static final int VALID = ROUNDS / 2;
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final RandomMessages messages = new RandomMessages(random);

    /** Returns fields and a body that one of three ways delimits. */
    private String delimitedByAny() {
        String body = messages.body(200);
        return random.nextInt(3) == 0 ? messages.fields() + "\r\n" + body : messages.framed(body);
    }

    private String response() {
        return "HTTP/1.1 " + (206 + random.nextInt(98)) + " " + messages.word(8) + "\r\n";
    }

    private static final HttpLimits LIMITS =
            HttpLimits.DEFAULT.withHead(1000, 20, 2000).withBody(1000);

    @Test
    void requests() {
        HttpServer server = HttpServer.of(exchange -> exchange.respond(200, exchange.target()), LIMITS);
        for (int round = 0; round < ROUNDS; round++) {
            String valid = "POST /" + messages.word(8) + " HTTP/1.1\r\nHost: " + messages.word(8) + "\r\n"
                    + messages.framed(messages.body(200));
            assertThat(SplitConnection.answer(server, valid, 50, SEED + round))
                    .as("-Dgearbox.seed=" + SEED + ": " + valid)
                    .startsWith("HTTP/1.1 200 OK");
            String answer = SplitConnection.answer(server, messages.mutant(valid), 50, SEED + round);
            assertThat(answer).as("-Dgearbox.seed=" + SEED).matches("(?s)(HTTP/1\\.1 [12345]\\d\\d .*)?");
        }
    }

    @Test
    void responses() {
        int both = 0;
        for (int round = 0; round < ROUNDS; round++) {
            boolean valid = round < VALID;
            String whole = response() + delimitedByAny();
            String sent = valid ? whole : messages.mutant(whole);
            ExchangeOutcome ours = ExchangeOutcome.of(ExchangeOutcome.GET, sent, LIMITS, 50, SEED + round);
            ExchangeOutcome theirs = netty(sent);
            if (valid) {
                assertThat(ours.failure())
                        .as("-Dgearbox.seed=" + SEED + ": " + ours.message())
                        .isNull();
                assertThat(theirs).as("-Dgearbox.seed=" + SEED + ": " + sent).isNotNull();
            }
            // Netty removes the fields that announce a body where there is none.
            if (theirs != null && ours.failure() == null && !WITHOUT_BODY.contains(ours.status())) {
                both++;
                assertThat(ours.status()).as(sent).isEqualTo(theirs.status());
                assertThat(ours.headers()).as(sent).isEqualTo(theirs.headers());
                assertThat(ours.body()).as(sent).isEqualTo(theirs.body());
            }
        }
        // All valid messages with a body, and some mutations: usually 1.7 for each round.
        assertThat(both).isGreaterThan(VALID + ROUNDS / 10);
    }

    /** Returns Netty's result; null if it does not accept the bytes as a complete response. */
    private static @Nullable ExchangeOutcome netty(String sent) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpResponseDecoder());
        channel.writeInbound(Unpooled.wrappedBuffer(sent.getBytes(StandardCharsets.ISO_8859_1)));
        channel.finish();
        int status = 0;
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        StringBuilder body = new StringBuilder();
        for (Object read; (read = channel.readInbound()) != null; ) {
            // What follows a mutant's status 101 is not HTTP to Netty, which passes it on as it is.
            if (!(read instanceof HttpObject part) || part.decoderResult().isFailure()) {
                ReferenceCountUtil.release(read);
                return null;
            }
            if (part instanceof io.netty.handler.codec.http.HttpResponse head) {
                if (status >= 200) {
                    break;
                }
                status = head.status().code();
                headers.clear();
                head.headers()
                        .forEach(field ->
                                headers.merge(field.getKey(), field.getValue(), (left, right) -> left + "|" + right));
            }
            if (part instanceof HttpContent content) {
                body.append(content.content().toString(StandardCharsets.ISO_8859_1));
                content.release();
                if (part instanceof io.netty.handler.codec.http.LastHttpContent && status >= 200) {
                    return new ExchangeOutcome(status, headers, body.toString(), null, "");
                }
            }
        }
        return null;
    }
}
