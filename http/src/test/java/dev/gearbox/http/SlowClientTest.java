package dev.gearbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.SlowClient;
import dev.gearbox.testkit.DirectMemory;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clients that read their responses slowly, in virtual time: nothing is cut off while bytes move, queued output takes a bounded amount of direct
 * memory, and each session is closed exactly once.
 */
@Timeout(120)
@Tag("deep")
class SlowClientTest {
    private static final long SECOND = 1_000_000_000;
    private static final long IDLE = HttpLimits.DEFAULT.idle().toNanos();
    private static final int LARGEST = 60_000;
    /** For one connection: the high-water mark, a response above it in buffers of up to twice the size, one read, and its unread rest. */
    private static final long CEILING = 3 * (64 << 10) + 2 * LARGEST;

    private final InMemoryEngine engine = new InMemoryEngine();
    private final long before = DirectMemory.usedByTheLiving();
    private int answered;

    @AfterEach
    void close() {
        engine.close();
    }

    private static String request(String path, boolean last) {
        return "GET " + path + " HTTP/1.1\r\nHost: x\r\n" + (last ? "Connection: close\r\n" : "") + "\r\n";
    }

    /** {@code /whole/n} at once, {@code /pieces/n} in pieces, chunked. */
    private void answer(HttpExchange exchange) {
        answered++;
        String[] path = exchange.target().split("/", -1);
        byte[] body = new byte[Integer.parseInt(path[2])];
        Arrays.fill(body, SlowClient.FILLING);
        if (path[1].equals("whole")) {
            exchange.respond(200, HttpHeaders.NONE, ByteBuffer.wrap(body));
            return;
        }
        ByteBuffer left = ByteBuffer.wrap(body);
        exchange.begin(200, HttpHeaders.NONE, -1);
        Runnable more = () -> {
            boolean ready = true;
            while (ready && left.hasRemaining()) {
                ByteBuffer piece = left.slice(left.position(), Math.min(left.remaining(), 7_000));
                left.position(left.position() + piece.remaining());
                ready = exchange.write(piece);
            }
            if (ready) {
                exchange.finish();
            }
        };
        exchange.onWritable(more);
        more.run();
    }

    private SlowClient client(String requests, double bytesPerSecond) {
        return new SlowClient(engine, this::answer, requests, bytesPerSecond);
    }

    /** Lets seconds pass, one by one, up to the limit. */
    private static void pass(SlowClient client, int seconds, BooleanSupplier until) {
        for (int second = 0; second < seconds && !until.getAsBoolean(); second++) {
            client.elapse(SECOND);
        }
        assertThat(until.getAsBoolean()).as("within " + seconds + " s").isTrue();
    }

    /** Requests that no response can be sent for stay unread. */
    @Test
    void pipelinedRequestsWait() {
        int requests = 1_500;
        SlowClient client = client(request("/whole/10000", false).repeat(requests), 0);
        client.elapse(SECOND);
        assertThat(answered).isBetween(1, 8);
        assertThat(DirectMemory.used() - before).isLessThan(CEILING);
        client.hurry();
        pass(client, 3_000, () -> client.filling() == 10_000L * requests);
        assertThat(client.closings).isZero();
    }

    @Test
    void anAnswerOnAKeptConnectionMayTakeLongerThanIdle() {
        for (String kind : List.of("whole", "pieces")) {
            SlowClient client = client(request("/" + kind + "/50000", false), 100);
            pass(client, 520, () -> client.filling() == 50_000);
            assertThat(client.closed()).isFalse();
            pass(client, 130, client::closed);
            assertThat(client.closings).isEqualTo(1);
        }
    }

    @Test
    void anAnswerThatEndsTheConnectionMayTakeLongerThanASecond() {
        for (String kind : List.of("whole", "pieces")) {
            // Some seconds without a byte.
            SlowClient client = client(request("/" + kind + "/300", true), 0.25);
            pass(client, 4_000, () -> client.filling() == 300);
            pass(client, 60, client::outputEnded); // the last chunk
            pass(client, 4, client::closed);
            assertThat(client.closings).isEqualTo(1);
        }
    }

    @Test
    void aRefusalArrivesSlowly() {
        SlowClient client = client(request("/whole/5000", false) + "GARBAGE\r\n\r\n", 20);
        pass(client, 400, client::outputEnded);
        assertThat(client.filling()).isEqualTo(5_000);
        pass(client, 4, client::closed);
        assertThat(client.closings).isEqualTo(1);
    }

    /** A client that stops reading is disconnected, however much was sent before, within a response or after it. */
    @Test
    void aClientThatStops() {
        for (String kind : List.of("/whole/50000", "/pieces/200000", "/whole/100")) {
            for (boolean last : new boolean[] {false, true}) {
                SlowClient client = client(request(kind, last), 1_000);
                client.elapse(5 * SECOND);
                client.stop();
                pass(client, 190, client::closed);
                assertThat(client.closings).isEqualTo(1);
            }
        }
    }

    /** Many clients, all different; some stop reading. */
    @Test
    void aCrowd() {
        long seed = Long.getLong("gearbox.seed", System.nanoTime());
        System.out.println("slow clients: -Dgearbox.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < (Boolean.getBoolean("gearbox.deep") ? 30 : 1); round++) {
            crowd(random.split());
        }
    }

    private void crowd(SplittableRandom random) {
        int count = 20;
        List<SlowClient> clients = new ArrayList<>();
        long[] expected = new long[count];
        long[] stops = new long[count];
        for (int index = 0; index < count; index++) {
            int requests = 1 + random.nextInt(100);
            boolean mixed = random.nextBoolean();
            boolean ends = random.nextBoolean();
            StringBuilder words = new StringBuilder();
            for (int request = 1; request <= requests; request++) {
                int length = random.nextInt(LARGEST);
                expected[index] += length;
                words.append(request(
                        (mixed && random.nextBoolean() ? "/pieces/" : "/whole/") + length,
                        ends && request == requests));
            }
            double rate = Math.exp(random.nextDouble(Math.log(500), Math.log(500_000)));
            stops[index] = random.nextInt(4) == 0
                    ? (long) (random.nextDouble() * expected[index] / rate * SECOND)
                    : Long.MAX_VALUE;
            clients.add(client(words.toString(), rate));
        }
        long time = 0;
        while (!clients.stream().allMatch(SlowClient::closed)) {
            long nanos = random.nextLong(SECOND / 10, 20 * SECOND);
            time += nanos;
            for (int index = 0; index < count; index++) {
                SlowClient client = clients.get(index);
                if (time >= stops[index]) {
                    client.stop();
                    boolean late = time - stops[index] > 4 * IDLE;
                    assertThat(late && !client.closed())
                            .as("a client that stopped is kept")
                            .isFalse();
                }
                client.elapse(nanos);
            }
            assertThat(DirectMemory.used() - before).as("direct memory").isLessThan(count * CEILING);
            assertThat(Duration.ofNanos(time)).isLessThan(Duration.ofDays(100));
        }
        for (int index = 0; index < count; index++) {
            SlowClient client = clients.get(index);
            assertThat(client.closings).isEqualTo(1);
            if (stops[index] == Long.MAX_VALUE) {
                assertThat(client.filling()).as("client " + index).isEqualTo(expected[index]);
            }
        }
    }
}
