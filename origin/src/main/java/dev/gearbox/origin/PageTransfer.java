package dev.gearbox.origin;

import dev.gearbox.http.server.HttpExchange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.IntToLongFunction;

/** The transfer of one page: piece by piece as fast as the client reads and the pace allows. Only in callbacks of its connection. */
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
     * Sends a page, or its beginning.
     *
     * @param parts at least one; at least as many bytes as are to be sent
     * @param length the number of bytes to send
     * @param piece the number of bytes at a time
     * @param pace for a number of bytes: nanoseconds until they may be sent; called once for each piece
     * @param done runs when everything is sent
     */
    PageTransfer(
            HttpExchange exchange,
            Iterator<ByteBuffer> parts,
            long length,
            int piece,
            IntToLongFunction pace,
            Runnable done) {
        this.exchange = exchange;
        this.piece = piece;
        this.pace = pace;
        this.done = done;
        this.parts = parts;
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
