package dev.gearbox.tls;

import dev.gearbox.testkit.memory.InMemoryConnection;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * The other end of an {@link InMemoryConnection}: a client made of an {@link SSLEngine} that a test drives step by step, so that the test decides how
 * the bytes are cut.
 */
final class EnginePeer {
    private static final int LARGE = 1 << 20;

    private final SSLEngine engine;
    private final InMemoryConnection connection;
    private final ByteArrayOutputStream plain = new ByteArrayOutputStream();
    private final ByteBuffer ciphertext = ByteBuffer.allocate(LARGE);
    private int seen;
    private boolean ended;

    EnginePeer(SSLContext context, String version, InMemoryConnection connection) {
        this.connection = connection;
        engine = context.createSSLEngine("server.test", 1);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {version});
    }

    /** How bytes reach the server. */
    @FunctionalInterface
    interface Network {
        void carry(byte[] bytes);
    }

    /** Performs the whole handshake over {@code network}. */
    void shakeHands(Network network) throws SSLException {
        engine.beginHandshake();
        network.carry(say(new byte[0]));
        connection.await("the handshake is complete", () -> {
            try {
                hear();
                byte[] answer = say(new byte[0]);
                if (answer.length > 0) {
                    network.carry(answer);
                }
                return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
            } catch (SSLException failure) {
                throw new AssertionError(failure);
            }
        });
    }

    void shakeHands() throws SSLException {
        shakeHands(bytes -> connection.feedAll(bytes, 0, bytes.length));
    }

    /** Encrypts {@code bytes} after what the engine itself has to send; without bytes, only that. */
    byte[] say(byte... bytes) throws SSLException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteBuffer source = ByteBuffer.wrap(bytes);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP || source.hasRemaining()) {
            SSLEngineResult result = engine.wrap(source, record.clear());
            said.write(record.array(), 0, record.position());
            runTasks();
            if (result.bytesProduced() == 0 && result.bytesConsumed() == 0) {
                break;
            }
        }
        return said.toByteArray();
    }

    byte[] say(String text) throws SSLException {
        return say(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns its close_notify. */
    byte[] end() throws SSLException {
        engine.closeOutbound();
        return say();
    }

    /** Decrypts what the server has sent so far. */
    void hear() throws SSLException {
        byte[] all = connection.output();
        ciphertext.put(all, seen, all.length - seen);
        seen = all.length;
        ciphertext.flip();
        ByteBuffer target = ByteBuffer.allocate(64 << 10);
        while (ciphertext.hasRemaining()) {
            SSLEngineResult result = engine.unwrap(ciphertext, target.clear());
            plain.write(target.array(), 0, target.position());
            runTasks();
            ended |= result.getStatus() == SSLEngineResult.Status.CLOSED;
            if (result.bytesConsumed() == 0) {
                break;
            }
        }
        ciphertext.compact();
    }

    private void runTasks() {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }

    String heard() throws SSLException {
        hear();
        return plain.toString(StandardCharsets.ISO_8859_1);
    }

    /** Returns whether the server's close_notify was received. */
    boolean heardEnd() throws SSLException {
        hear();
        return ended;
    }

    /** Returns the bytes of the handshake and everything after it, as received. */
    int heardBytes() {
        return seen;
    }
}
