package dev.gearbox.check.soak;

import dev.gearbox.check.soak.Conversation.ConversationEnd;
import dev.gearbox.check.watched.KnownBytes;
import dev.gearbox.check.watched.Violations;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A client with an address of its own, by which the server identifies it. It has one conversation after another, each with another engine, of another
 * length and with another end; now and then it reads slowly. A client that <i>stays</i> has a single conversation, in which it sends something in
 * every round. For one thread at a time, except {@link #current} and {@link #hangUp}.
 */
final class SoakClient {
    private static final List<ConversationEnd> ENDINGS = List.of(ConversationEnd.values());
    private static final int PATIENCE_SECONDS = 60;
    /** Most conversations are short: lengths are uniform over the powers of two below this one. */
    private static final int LONGEST_POWER = 18;

    private static final int LONGEST_BURST = 20_000;
    private static final int LONGEST_THOUGHT_MILLIS = 20;
    private static final int ADDRESSES_PER_NET = 250;

    private final int number;
    private final boolean stays;
    private final Servers servers;
    private final Totals totals;
    private final Violations violations;
    private final SplittableRandom random;

    private volatile @Nullable Conversation current;
    private volatile @Nullable ClientSocket line;
    private volatile boolean stopped;
    private long said;

    SoakClient(
            int number, boolean stays, Servers servers, Totals totals, Violations violations, SplittableRandom random) {
        this.number = number;
        this.stays = stays;
        this.servers = servers;
        this.totals = totals;
        this.violations = violations;
        this.random = random;
    }

    /** Linux' loopback interface has all of 127.0.0.0/8. */
    private InetAddress address() throws UnknownHostException {
        return InetAddress.getByAddress(
                new byte[] {127, 1, (byte) (number / ADDRESSES_PER_NET), (byte) (1 + number % ADDRESSES_PER_NET)});
    }

    /** Returns the number of the client with this address. */
    static int number(InetAddress address) {
        byte[] parts = address.getAddress();
        return Byte.toUnsignedInt(parts[2]) * ADDRESSES_PER_NET + Byte.toUnsignedInt(parts[3]) - 1;
    }

    /** The current conversation; null between two conversations. */
    @Nullable
    Conversation current() {
        return current;
    }

    /** Runs until {@code deadline}, by System.nanoTime: then the conversations have ended, and a client that stays is quiet. */
    void round(long deadline) throws InterruptedException {
        boolean more = true;
        while (more && !stopped) {
            more = (stays ? sayMore() : converse()) && System.nanoTime() - deadline < 0;
        }
    }

    /** Ends the conversation of a client that stays. */
    void leave() throws InterruptedException {
        ClientSocket open = line;
        Conversation conversation = current;
        if (open != null && conversation != null) {
            end(open, conversation, said);
        }
    }

    /** Breaks off the current conversation; the consequences are not violations. */
    void hangUp() throws IOException {
        stopped = true;
        ClientSocket open = line;
        if (open != null) {
            open.reset();
        }
    }

    private boolean converse() throws InterruptedException {
        ConversationEnd ending = ENDINGS.get(random.nextInt(ENDINGS.size()));
        Conversation conversation = begin(1 + random.nextLong(1L << random.nextInt(1, LONGEST_POWER)), ending);
        ClientSocket opened = open(conversation);
        return opened != null && end(opened, conversation, conversation.length());
    }

    private boolean sayMore() throws InterruptedException {
        Conversation conversation = current;
        ClientSocket open = line;
        if (conversation == null || open == null) {
            conversation = begin(Long.MAX_VALUE, ConversationEnd.HALF_CLOSE);
            open = open(conversation);
        }
        if (open == null) {
            return false;
        }
        said += random.nextInt(1, LONGEST_BURST);
        try {
            exchange(open, said, said, false);
            Thread.sleep(random.nextInt(LONGEST_THOUGHT_MILLIS));
            return true;
        } catch (IOException failure) {
            fail(open, failure);
            return false;
        }
    }

    private Conversation begin(long length, ConversationEnd ending) {
        Conversation conversation = new Conversation(
                new KnownBytes(random.nextLong()), length, ending, random.nextBoolean(), () -> stopped);
        current = conversation;
        return conversation;
    }

    private @Nullable ClientSocket open(Conversation conversation) {
        var addresses = conversation.encrypted() ? servers.encrypted() : servers.plain();
        var server = addresses.get(random.nextInt(addresses.size()));
        try {
            ClientSocket opened = new ClientSocket(
                    address(), server, conversation.encrypted() ? servers.context() : null, conversation.bytes());
            line = opened;
            if (stopped) {
                opened.reset();
            }
            return opened;
        } catch (IOException failure) {
            current = null;
            if (!stopped) {
                violations.add(
                        Violations.Kind.CLOSED, "client " + number + " cannot connect to " + server + ": " + failure);
            }
            return null;
        }
    }

    /** Runs the rest of a conversation, in which the client sends {@code length} bytes, and ends it. */
    private boolean end(ClientSocket open, Conversation conversation, long length) throws InterruptedException {
        ConversationEnd ending = conversation.ending();
        long expected = conversation.answered(length);
        try (open) {
            if (ending == ConversationEnd.RESET) {
                exchange(open, length, 1 + random.nextLong(length), true);
            } else if (ending == ConversationEnd.CLOSE) {
                exchange(open, length, expected, false);
            } else {
                exchange(open, length, expected, ending == ConversationEnd.HALF_CLOSE);
                if (open.receive()) {
                    throw new ClientSocket.WrongBytesException(
                            "received bytes that were never sent, after " + expected);
                }
            }
        } catch (IOException failure) {
            fail(open, failure);
            return false;
        }
        line = null;
        boolean closed = stopped || isClosed(conversation);
        current = null;
        if (!closed) {
            violations.add(
                    Violations.Kind.LEFT_OVER,
                    open + ": " + PATIENCE_SECONDS + " s after " + ending + " its session was not notified of the end");
            return false;
        }
        totals.ended(conversation);
        return true;
    }

    /** Sends up to a position and receives up to another, at the same time. A conversation that is to be reset is reset then. */
    private void exchange(ClientSocket open, long end, long expected, boolean last)
            throws IOException, InterruptedException {
        Conversation conversation = current;
        boolean reset = conversation != null && conversation.ending() == ConversationEnd.RESET;
        CompletableFuture<Void> sending = send(open, end, last && !reset);
        boolean slow = random.nextInt(4) == 0;
        long before = open.received();
        try {
            while (open.received() < expected) {
                if (!open.receive()) {
                    throw new EOFException("was closed after " + open.received() + " bytes of " + expected);
                }
                if (slow && random.nextInt(4) == 0) {
                    Thread.sleep(random.nextInt(LONGEST_THOUGHT_MILLIS));
                }
            }
            if (reset) {
                open.reset();
            } else if (open.received() > expected) {
                throw new ClientSocket.WrongBytesException("received bytes that were never sent, after " + expected);
            }
        } catch (IOException failure) {
            // Under TLS a blocked sender would delay the end.
            open.reset();
            throw failure;
        } finally {
            totals.bytes.add(open.received() - before);
        }
        try {
            sending.get();
        } catch (ExecutionException failure) {
            if (!reset) {
                throw new IOException("sending failed", failure.getCause());
            }
        }
    }

    private CompletableFuture<Void> send(ClientSocket open, long end, boolean last) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        SplittableRandom sizes = random.split();
        Thread.ofVirtual().name("gearbox-soak-sender").start(() -> {
            try {
                open.sendTo(end, sizes);
                if (last) {
                    open.end();
                }
                done.complete(null);
            } catch (IOException failure) {
                done.completeExceptionally(failure);
            }
        });
        return done;
    }

    private static boolean isClosed(Conversation conversation) throws InterruptedException {
        try {
            conversation.closed().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void fail(ClientSocket open, IOException failure) {
        line = null;
        current = null;
        if (!stopped) {
            Violations.Kind kind = switch (failure) {
                case ClientSocket.WrongBytesException _ -> Violations.Kind.BYTES;
                case SocketTimeoutException _ -> Violations.Kind.SILENCE;
                default -> Violations.Kind.CLOSED;
            };
            violations.add(kind, open + ": " + failure);
        }
    }
}
