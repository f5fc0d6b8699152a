package dev.gearbox.check.shift;

import dev.gearbox.check.watched.KnownBytes;
import dev.gearbox.check.watched.Violations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The client's half of one connection: sends the bytes of its stream in chunks of random sizes, without waiting for answers within a window, and
 * checks the answers by their position. Confined to the thread of {@link ShiftClients}.
 */
final class ShiftClient {
    private static final int WINDOW = 256 << 10;
    private static final int LARGEST_CHUNK = 20_000;
    private static final int LARGEST_BURST = 8_000;
    private static final long LONGEST_THOUGHT = TimeUnit.MILLISECONDS.toNanos(100);
    /** Under saturation it pauses reading now and then, so that answers accumulate at the server. */
    private static final long LONGEST_DEAFNESS = TimeUnit.MILLISECONDS.toNanos(20);
    /** After this time without a byte although some are due, none will come: far beyond what a loaded machine explains. */
    private static final long STANDSTILL = TimeUnit.SECONDS.toNanos(30);

    private final SocketChannel channel;
    private final KnownBytes bytes;
    private final Violations violations;
    private final SplittableRandom random;
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(LARGEST_CHUNK).limit(0);
    private final SelectionKey key;

    private long sent;
    private long received;
    private long goal;
    private long hearsAt = System.nanoTime();
    private long speaksAt = System.nanoTime();
    private long progress;
    private boolean over;

    ShiftClient(SocketChannel channel, SelectionKey key, KnownBytes bytes, Violations violations) {
        this.channel = channel;
        this.key = key;
        this.bytes = bytes;
        this.violations = violations;
        random = new SplittableRandom(~bytes.seed());
    }

    /** Sends what is due now. */
    void speak(TrafficLevel traffic, long now) {
        if (over) {
            return;
        }
        aim(traffic, now);
        try {
            while (chunk.hasRemaining() || sent < goal) {
                if (!chunk.hasRemaining()) {
                    chunk.clear().limit((int) Math.min(random.nextInt(1, LARGEST_CHUNK), goal - sent));
                    bytes.fill(sent, chunk);
                    chunk.flip();
                }
                int count = channel.write(chunk);
                sent += count;
                if (count == 0) {
                    break;
                }
            }
            boolean deaf = traffic == TrafficLevel.SATURATED && now - hearsAt < 0;
            key.interestOps((deaf ? 0 : SelectionKey.OP_READ) | (chunk.hasRemaining() ? SelectionKey.OP_WRITE : 0));
        } catch (IOException failure) {
            fail("sending failed: " + failure);
        }
        if (owed() && now - progress > STANDSTILL) {
            fail(Violations.Kind.SILENCE, "no progress: " + (sent - received) + " bytes are not answered");
        }
    }

    private void aim(TrafficLevel traffic, long now) {
        if (!owed()) {
            progress = now;
        }
        switch (traffic) {
            case NONE -> goal = sent;
            case SATURATED -> goal = received + WINDOW;
            case LIGHT -> {
                if (received == goal && now - speaksAt >= 0) {
                    goal += random.nextInt(1, LARGEST_BURST);
                    speaksAt = now + random.nextLong(LONGEST_THOUGHT);
                }
            }
        }
    }

    /** Reads what has arrived. */
    void listen(ByteBuffer into, long now) {
        try {
            int count = channel.read(into.clear());
            while (count > 0) {
                progress = now;
                if (random.nextInt(64) == 0) {
                    hearsAt = now + random.nextLong(LONGEST_DEAFNESS);
                }
                int other = bytes.mismatch(received, into.flip());
                if (other >= 0) {
                    fail(Violations.Kind.BYTES, "byte " + (received + other) + " from the server is wrong");
                    return;
                }
                received += count;
                if (received > sent) {
                    fail("has " + (received - sent) + " bytes more than were sent");
                    return;
                }
                count = count < into.capacity() ? 0 : channel.read(into.clear());
            }
            if (count < 0) {
                if (!channel.socket().isOutputShutdown()) {
                    fail("was closed after " + received + " bytes of " + sent);
                } else if (owed()) {
                    fail("ended after " + received + " bytes of " + sent);
                }
                end();
            }
        } catch (IOException failure) {
            fail("reading failed: " + failure);
        }
    }

    /** Half-closes; the server's last bytes and its end are to follow. */
    void finish() {
        if (!over) {
            try {
                channel.shutdownOutput();
                sent += bytes.farewell();
                goal = sent;
            } catch (IOException failure) {
                fail("ending failed: " + failure);
            }
        }
    }

    private void fail(String how) {
        fail(Violations.Kind.CLOSED, how);
    }

    private void fail(Violations.Kind kind, String how) {
        violations.add(kind, "client " + channel.socket().getLocalPort() + " " + how);
        end();
    }

    private void end() {
        over = true;
        key.cancel();
    }

    void close() throws IOException {
        channel.close();
    }

    /** Returns whether bytes are in flight, or about to be. */
    boolean owed() {
        return received < sent || chunk.hasRemaining();
    }

    /** Returns whether this client is finished. */
    boolean isOver() {
        return over;
    }

    /** Returns the number of bytes that came back from the server, all of them correct. */
    long verified() {
        return received;
    }
}
