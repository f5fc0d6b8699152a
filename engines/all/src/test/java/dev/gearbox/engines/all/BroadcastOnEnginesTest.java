package dev.gearbox.engines.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.broadcast.Broadcast;
import dev.gearbox.protocols.broadcast.SlowMemberException;
import dev.gearbox.protocols.broadcast.SlowMemberPolicy.Action;
import dev.gearbox.protocols.frames.FrameSession;
import dev.gearbox.protocols.frames.Lines;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** A chat on every engine: each member receives every line in order, and a large message; one that does not read disturbs nothing. */
@Timeout(600)
@OneOfEachModel
class BroadcastOnEnginesTest {
    private static final int READERS = 8;
    private static final int LINES = 2_000;
    private static final int LARGE = 200_000;
    private static final int MOST_UNTRIED = 100_000;
    private static final Options OPTIONS = Options.DEFAULT.withSocketBuffers(8 << 10, 0);

    private final AtomicReference<@Nullable Connection> deaf = new AtomicReference<>();
    private final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();

    private final Broadcast room = Broadcast.with(member ->
            member.connection().equals(deaf.get()) && member.untried() > MOST_UNTRIED ? Action.CLOSE : Action.WAIT);

    private final Protocol chat = room.members(Lines.of(1_024, lines -> new FrameSession() {
        @Override
        public void frame(ByteBuffer line) {
            room.send(ByteBuffer.allocate(line.remaining() + 1)
                    .put(line)
                    .put((byte) '\n')
                    .flip());
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            if (lines.connection().equals(deaf.get())) {
                end.complete(cause);
            }
        }
    }));

    private static byte[] lines(SplittableRandom random) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int number = 0; number < LINES; number++) {
            byte[] line = new byte[random.nextInt(500)];
            random.nextBytes(line);
            for (int at = 0; at < line.length; at++) {
                line[at] = (byte) (line[at] | 0x20);
            }
            all.writeBytes(line);
            all.write('\n');
        }
        return all.toByteArray();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void aChat(String spec) throws Exception {
        SplittableRandom random = new SplittableRandom(Contract.seed());
        byte[] lines = lines(random);
        byte[] large = new byte[LARGE];
        random.nextBytes(large);
        try (Engine engine = Engines.start(spec);
                Listener listener =
                        engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), chat, OPTIONS);
                ExecutorService threads = Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().daemon().factory())) {
            InetSocketAddress address = (InetSocketAddress) listener.address();
            Peer silent = Peer.connect(address, 4 << 10);
            Conditions.await("the first member", () -> room.size() == 1);
            deaf.set(room.connections().findFirst().orElseThrow());
            List<Peer> readers = new ArrayList<>();
            for (int number = 0; number < READERS; number++) {
                readers.add(Peer.connect(address, 0));
            }
            Conditions.await("all members", () -> room.size() == READERS + 1);
            List<Future<byte[]>> received = new ArrayList<>();
            for (Peer reader : readers) {
                received.add(threads.submit(() -> reader.receive(lines.length)));
            }
            readers.getFirst().send(lines);
            for (Future<byte[]> each : received) {
                assertThat(each.get(Conditions.LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .as(spec)
                        .isEqualTo(lines);
            }
            received.clear();
            for (Peer reader : readers) {
                received.add(threads.submit(() -> reader.receive(LARGE)));
            }
            room.send(ByteBuffer.wrap(large));
            for (Future<byte[]> each : received) {
                assertThat(each.get(Conditions.LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .as(spec)
                        .isEqualTo(large);
            }
            assertThat(Conditions.await("the member that does not read is closed", end))
                    .as(spec)
                    .isInstanceOf(SlowMemberException.class);
            assertThat(room.size()).isEqualTo(READERS);
            silent.awaitReset();
            close(silent, readers);
            Conditions.await("no member is left", () -> room.size() == 0);
        }
    }

    private static void close(Peer silent, List<Peer> readers) throws IOException {
        silent.close();
        for (Peer reader : readers) {
            reader.close();
        }
    }
}
