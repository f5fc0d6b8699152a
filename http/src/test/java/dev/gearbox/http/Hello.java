package dev.gearbox.http;

import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpHandler;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The server of the tests: it answers in every supported way. */
public final class Hello implements HttpHandler {
    private static final int PIECE = 10_000;
    public static final int LARGE = 3_000_000;

    @Override
    public void handle(HttpExchange exchange) {
        String target = exchange.target();
        switch (target) {
            case "/hello" -> exchange.respond(200, "hello");
            case "/echo" -> exchange.respond(200, HttpHeaders.of("X-Method", exchange.method()), exchange.body());
            case "/later" -> exchange.schedule(Duration.ofMillis(1), () -> exchange.respond(200, "later"));
            case "/elsewhere" -> Thread.ofVirtual().start(() -> exchange.respond(200, "elsewhere"));
            case "/large" -> stream(exchange, LARGE);
            case "/chunked" -> stream(exchange, -1);
            case "/empty" -> exchange.respond(204, HttpHeaders.NONE, ByteBuffer.allocate(0));
            case "/throws" -> throw new IllegalStateException("on purpose");
            case "/abort" -> {
                exchange.begin(200, HttpHeaders.NONE, 10);
                exchange.write(ByteBuffer.allocate(5));
                exchange.abort();
            }
            case "/never" -> {}
            default -> exchange.respond(404, "no " + target);
        }
    }

    /** Returns the bytes at that position of a body. */
    public static byte at(int place) {
        return (byte) (place * 31 + (place >> 8));
    }

    private static void stream(HttpExchange exchange, long length) {
        exchange.begin(200, HttpHeaders.NONE, length);
        int[] sent = new int[1];
        Runnable more = () -> {
            boolean ready = true;
            while (ready && sent[0] < LARGE) {
                byte[] piece = new byte[Math.min(PIECE, LARGE - sent[0])];
                for (int index = 0; index < piece.length; index++) {
                    piece[index] = at(sent[0] + index);
                }
                sent[0] += piece.length;
                ready = exchange.write(ByteBuffer.wrap(piece));
            }
            if (sent[0] == LARGE) {
                sent[0]++;
                exchange.finish();
            }
        };
        exchange.onWritable(more);
        more.run();
    }
}
