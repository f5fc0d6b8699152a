package dev.gearbox.origin;

import dev.gearbox.http.server.HttpExchange;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** The answer to one request for a page: the page, or the fault in its place. Only in callbacks of its connection. */
public final class PageAnswer {
    private static final long DRIP_NANOS = Duration.ofMillis(100).toNanos();
    private static final int DRIPS = 100;
    private static final ByteBuffer GARBAGE = ByteBuffer.wrap(
                    "#?<%".repeat(4096).getBytes(StandardCharsets.US_ASCII))
            .asReadOnlyBuffer();

    private final HttpExchange exchange;
    private final Page page;
    private final int piece;
    private final IntToLongFunction pace;

    /**
     * Creates an answer.
     *
     * @param piece the number of bytes to send at a time
     * @param pace for a number of bytes: nanoseconds until they may be sent; called once for each piece
     */
    public PageAnswer(HttpExchange exchange, Page page, int piece, IntToLongFunction pace) {
        this.exchange = exchange;
        this.page = page;
        this.piece = piece;
        this.pace = pace;
    }

    /**
     * Sends it.
     *
     * @param done runs just before the answer ends as intended, faults included; not for HEAD, and never if the client goes away before or the fault
     *     has no end ({@link Fault#STALL}, {@link Fault#ENDLESS})
     * @return how many bytes of the page will be sent
     */
    public long send(Optional<Fault> fault, Runnable done) {
        Iterator<ByteBuffer> parts = page.parts().iterator();
        long length = page.length();
        Runnable finish = () -> {
            done.run();
            exchange.finish();
        };
        if (fault.isEmpty()) {
            return send(parts, length, piece, pace, finish);
        }
        return switch (fault.get()) {
            case RESET -> {
                done.run();
                exchange.connection().abort();
                yield 0;
            }
            case STALL -> 0; // this exchange is never answered: it ends when the client gives up
            case TRUNCATED ->
                send(parts, length / 2, piece, pace, () -> {
                    done.run();
                    exchange.abort();
                });
            case SLOW -> {
                int drip = Math.toIntExact(Math.max(1, length / DRIPS));
                yield send(parts, length, drip, _ -> DRIP_NANOS, finish);
            }
            case ERROR -> {
                done.run();
                exchange.respond(500, "out of order, on purpose\n");
                yield 0;
            }
            case GARBAGE -> {
                int copies = Math.toIntExact(length / GARBAGE.remaining() + 1);
                send(Collections.nCopies(copies, GARBAGE).iterator(), length, piece, pace, finish);
                yield 0;
            }
            case ENDLESS -> {
                exchange.begin(200, page.headers(), -1);
                transfer(
                        Stream.generate(page::parts)
                                .<ByteBuffer>mapMulti(Iterable::forEach)
                                .iterator(),
                        Long.MAX_VALUE,
                        piece,
                        pace,
                        finish);
                yield 0;
            }
        };
    }

    private long send(Iterator<ByteBuffer> parts, long length, int piece, IntToLongFunction pace, Runnable then) {
        exchange.begin(200, page.headers(), page.length());
        return transfer(parts, length, piece, pace, then) ? length : 0;
    }

    /** Returns whether there is a body to send. */
    private boolean transfer(
            Iterator<ByteBuffer> parts, long length, int piece, IntToLongFunction pace, Runnable then) {
        if (exchange.method().equals("HEAD")) {
            exchange.finish();
            return false;
        }
        new PageTransfer(exchange, parts, length, piece, pace, then).send();
        return true;
    }
}
