package dev.gearbox.engines.all;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.frames.Delimited;
import dev.gearbox.protocols.frames.FrameException;
import dev.gearbox.protocols.frames.FrameProtocol;
import dev.gearbox.protocols.frames.LengthPrefixed;
import dev.gearbox.protocols.frames.LineSession;
import dev.gearbox.protocols.frames.Lines;
import dev.gearbox.testkit.Chunking;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Frames on every engine: a key-value server as a user would write it, and what sockets do to frames of every form. */
@Timeout(600)
@OneOfEachModel
class FramesOnEnginesTest {
    private static final int MAX_CODE_LINES = 40;

    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static void serve(String spec, Protocol protocol, Conversation conversation) throws Exception {
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(ANY_PORT, protocol, Options.DEFAULT)) {
            conversation.with((InetSocketAddress) listener.address());
        }
    }

    private interface Conversation {
        void with(InetSocketAddress server) throws Exception;
    }

    private static String all(Peer peer) throws IOException {
        return new String(peer.receiveAll(), UTF_8);
    }

    @Test
    void theKeyValueServerIsShort() throws IOException {
        Path source = Path.of("src/test/java", KeyValueServer.class.getName().replace('.', '/') + ".java");
        List<String> code = Files.readAllLines(source).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("/**"))
                .toList();
        assertThat(code).contains("final class KeyValueServer {").hasSizeLessThanOrEqualTo(MAX_CODE_LINES);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void aKeyValueServer(String spec) throws Exception {
        serve(spec, new KeyValueServer().protocol(), server -> {
            String commands = "set a 1\r\nget a\nset a größer als 1\nget a\nget b\ndelete a\ndelete a\nget\n\nquit\n";
            String answers = "created\n1\nreplaced\ngrößer als 1\n(none)\ndeleted\n(none)\n"
                    + "error: set KEY VALUE, get KEY, delete KEY or quit\n".repeat(2);
            for (Chunking how : List.of(
                    new Chunking.Friendly(),
                    new Chunking.OneByteAtATime(),
                    new Chunking.RandomChunks(Contract.seed(), 9))) {
                try (Peer peer = Peer.connect(server, 0)) {
                    peer.send(commands.getBytes(UTF_8), how);
                    assertThat(all(peer)).as(spec + ", " + how).isEqualTo(answers);
                }
            }
            try (Peer one = Peer.connect(server, 0);
                    Peer other = Peer.connect(server, 0)) {
                one.send("set shared x\n".getBytes(UTF_8));
                assertThat(one.receive(8)).isEqualTo("created\n".getBytes(UTF_8));
                other.send("get shared\nquit\n".getBytes(UTF_8));
                assertThat(all(other)).isEqualTo("x\n");
            }
        });
    }

    /** A peer that exceeds the limit or ends within a line gets the answers to the lines before; the session learns the reason. */
    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void whatIsNoLineEndsOnlyItsConnection(String spec) throws Exception {
        for (String bad : List.of("x".repeat(2_000), "unfinished")) {
            CompletableFuture<Throwable> cause = new CompletableFuture<>();
            Protocol lines = Lines.of(1_000, UTF_8, connection -> new LineSession() {
                @Override
                public void line(String line) {
                    connection.send(line);
                }

                @Override
                public void closed(@Nullable Throwable reason) {
                    if (reason != null) {
                        cause.complete(reason);
                    }
                }
            });
            serve(spec, lines, server -> {
                try (Peer good = Peer.connect(server, 0);
                        Peer peer = Peer.connect(server, 0)) {
                    good.echo("before\n".getBytes(UTF_8));
                    peer.echo("fine\n".getBytes(UTF_8));
                    peer.send(bad.getBytes(UTF_8));
                    peer.endOutput();
                    peer.awaitClosed();
                    assertThat(Conditions.await("the refusal", cause)).as(spec).isInstanceOf(FrameException.class);
                    good.echo("after\n".getBytes(UTF_8));
                }
            });
        }
    }

    /** Frames are echoed under back-pressure, and while the connection is shifted to and fro. */
    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void framesOfEveryFormComeBackWhole(String spec) throws Exception {
        long seed = Contract.seed();
        FrameProtocol echo = connection -> connection::send;
        Map<String, Protocol> forms = Map.of(
                "LengthPrefixed", new LengthPrefixed(5_000, echo),
                "Delimited", Delimited.of(5_000, new byte[] {0, 1, 0}, echo),
                "Lines", Lines.of(5_000, echo));
        for (Map.Entry<String, Protocol> form : forms.entrySet()) {
            byte[] input = frames(form.getKey(), new SplittableRandom(seed));
            CompletableFuture<Connection> opened = new CompletableFuture<>();
            Protocol observed = connection -> {
                opened.complete(connection);
                return form.getValue().open(connection);
            };
            serve(spec, observed, server -> {
                try (Engine other = Engines.start("selector");
                        Peer peer = Peer.connect(server, 4 << 10)) {
                    CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                        try {
                            peer.send(input, new Chunking.RandomChunks(seed, 20_000));
                        } catch (IOException failure) {
                            throw new java.io.UncheckedIOException(failure);
                        }
                    });
                    Connection connection = Conditions.await("it is open", opened);
                    Engine own = connection.engine();
                    boolean shifts = Engines.capabilities(spec)
                            .containsAll(List.of(
                                    dev.gearbox.core.Capability.SHIFT_OUT, dev.gearbox.core.Capability.SHIFT_IN));
                    ByteArrayOutputStream back = new ByteArrayOutputStream();
                    for (int piece = 0; back.size() < input.length; piece++) {
                        if (shifts) {
                            Conditions.await("a shift", connection.shiftTo(piece % 2 == 0 ? other : own));
                        }
                        back.writeBytes(peer.receive(Math.min(50_000, input.length - back.size())));
                    }
                    Conditions.await("all is sent", sent);
                    assertThat(back.toByteArray())
                            .as(spec + ", " + form.getKey() + ", -Dgearbox.seed=" + seed)
                            .isEqualTo(input);
                }
            });
        }
    }

    private static byte[] frames(String form, SplittableRandom random) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (all.size() < 400_000) {
            byte[] payload = new byte[random.nextInt(random.nextInt(10) == 0 ? 5_000 : 50)];
            random.nextBytes(payload);
            for (int at = 0; at < payload.length; at++) {
                // No byte that is part of a delimiter or of a line end.
                payload[at] = (byte) (payload[at] | 0x20);
            }
            if (form.equals("LengthPrefixed")) {
                all.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                        .putInt(payload.length)
                        .array());
            }
            all.writeBytes(payload);
            if (form.equals("Delimited")) {
                all.writeBytes(new byte[] {0, 1, 0});
            } else if (form.equals("Lines")) {
                all.write('\n');
            }
        }
        return all.toByteArray();
    }
}
