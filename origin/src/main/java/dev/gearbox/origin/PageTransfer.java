package dev.gearbox.origin;

import dev.gearbox.http.server.HttpExchange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.IntToLongFunction;

/**
 * One page on its way: piece by piece as the client takes it, and as the pace allows. In callbacks of its connection.
 */
final class PageTransfer {
    private final HttpExchange exchange;
    private final Iterator<ByteBuffer> parts;
    private final int piece;
    private final IntToLongFunction pace;
    private final Runnable done;
    private ByteBuffer part;
    private long left;
    private boolean turnTaken;

    /**
     * A page, or its beginning.
     *
     * @param length so many bytes of it
     * @param piece so many at a time
     * @param pace for so many bytes: nanoseconds until they may be sent; asked once for each piece
     * @param done they are sent
     */
    PageTransfer(HttpExchange exchange, Page page, long length, int piece, IntToLongFunction pace, Runnable done) {
        this.exchange = exchange;
        this.piece = piece;
        this.pace = pace;
        this.done = done;
        parts = page.parts().iterator();
        part = parts.next().duplicate();
        left = length;
        exchange.onWritable(this::send);
    }

    void send() {
        boolean ready = true;
        while (ready && left > 0) {
            if (!part.hasRemaining()) {
                part = parts.next().duplicate();
            }
            int length = (int) Math.min(left, Math.min(piece, part.remaining()));
            if (!turnTaken) {
                long wait = pace.applyAsLong(length);
                turnTaken = true;
                if (wait > 0) {
                    exchange.schedule(Duration.ofNanos(wait), this::send);
                    return;
                }
            }
            turnTaken = false;
            left -= length;
            ByteBuffer next = part.slice(part.position(), length);
            part.position(part.position() + length);
            ready = exchange.write(next);
        }
        if (left == 0) {
            left = -1;
            done.run();
        }
    }
}
