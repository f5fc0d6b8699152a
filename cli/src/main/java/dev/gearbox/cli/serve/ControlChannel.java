package dev.gearbox.cli.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * One end of a connection to a control socket: records as JSON, one a line, read strictly. The peer may be any program, so lines are
 * limited in length and in time, in both directions. For use by one thread, which may be interrupted.
 */
final class ControlChannel implements AutoCloseable {
    /** In bytes, without the line end. */
    static final int LONGEST_LINE = 1 << 16;

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final Duration patience;
    private final ByteBuffer in = ByteBuffer.allocate(8192).limit(0);

    /**
     * @param channel connected; closed with this object
     * @param patience time limit for reading or writing a line
     */
    ControlChannel(SocketChannel channel, Duration patience) throws IOException {
        this.channel = channel;
        this.patience = patience;
        channel.configureBlocking(false);
        selector = Selector.open();
        key = channel.register(selector, 0);
    }

    /**
     * Reads the next record of this kind; empty at the end of the stream.
     *
     * @throws ControlException if anything else was received
     * @throws SocketTimeoutException if no complete line was received in time
     */
    <T> Optional<T> hear(Class<T> kind) throws IOException {
        Optional<String> line = line();
        if (line.isEmpty()) {
            return Optional.empty();
        }
        T record;
        try {
            record = JSON.readValue(line.get(), kind);
        } catch (JacksonException wrong) {
            throw new ControlException("not understood: "
                    + wrong.getOriginalMessage().lines().findFirst().orElse(""));
        }
        if (record == null) {
            throw new ControlException("not understood: null");
        }
        return Optional.of(record);
    }

    private Optional<String> line() throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            while (in.hasRemaining()) {
                byte next = in.get();
                if (next == '\n') {
                    return Optional.of(line.toString(StandardCharsets.UTF_8));
                }
                if (line.size() == LONGEST_LINE) {
                    throw new ControlException("a line may have at most " + LONGEST_LINE + " bytes");
                }
                line.write(next);
            }
            in.clear();
            int read = channel.read(in);
            in.flip();
            if (read < 0 && line.size() == 0) {
                return Optional.empty();
            }
            if (read < 0) {
                throw new ControlException("it ended in the middle of a line");
            }
            if (read == 0) {
                await(SelectionKey.OP_READ, deadline);
            }
        }
    }

    /**
     * Writes a record.
     *
     * @throws SocketTimeoutException if the peer does not read it in time
     */
    void say(Object message) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        ByteBuffer line = StandardCharsets.UTF_8.encode(JSON.writeValueAsString(message) + "\n");
        while (line.hasRemaining()) {
            if (channel.write(line) == 0) {
                await(SelectionKey.OP_WRITE, deadline);
            }
        }
    }

    private void await(int operation, long deadline) throws IOException {
        key.interestOps(operation);
        long left = deadline - System.nanoTime();
        if (left > 0) {
            selector.select(left / 1_000_000 + 1);
            selector.selectedKeys().clear();
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
        if (System.nanoTime() - deadline > 0) {
            throw new SocketTimeoutException("nothing for " + patience.toSeconds() + " s");
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }
}
