package dev.gearbox.check.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.soak.Growth.GrowthVerdict;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.observe.ShiftObserver;
import dev.gearbox.testkit.ForwardingSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A soak passes when nothing is wrong, and detects each gradual leak of an engine. */
final class SoakTest {
    private static final List<String> SPECS = List.of("selector", "reactors?threads=2", "virtual");
    private static final Duration SHORTEST = Duration.ofSeconds(2);
    /** A busy machine does not do enough in the shortest soak. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** A soak as long as it takes to see this. */
    private static SoakReport run(UnaryOperator<Protocol> fault, Predicate<SoakReport> enough) throws IOException {
        Duration length = SHORTEST;
        SoakReport report = run(fault, length);
        while (!enough.test(report) && length.compareTo(LONGEST) < 0) {
            length = length.multipliedBy(3);
            report = run(fault, length);
        }
        return report;
    }

    private static SoakReport run(UnaryOperator<Protocol> fault, Duration length) throws IOException {
        return Soak.run(new SoakPlan(SPECS, 12, length, 11), (what, done) -> {}, fault);
    }

    private static boolean failed(SoakReport report) {
        return !report.failures().isEmpty();
    }

    private static boolean told(SoakReport report) {
        return report.growth().stream()
                .filter(growth -> growth.resource() != Resource.NATIVE)
                .noneMatch(growth -> growth.verdict() == GrowthVerdict.TOO_SHORT_TO_TELL);
    }

    @Test
    void where_nothing_is_wrong_nothing_is_found() throws Exception {
        SoakReport report = run(
                UnaryOperator.identity(),
                each -> Stream.of(each.halfClosed(), each.endedByServer(), each.closed(), each.reset(), each.shifts())
                        .allMatch(count -> count > 0));
        assertThat(report.first()).isEmpty();
        assertThat(report.growth()).hasSize(Resource.values().length);
        assertThat(report.holds()).as("%s", report.growth()).isTrue();
        assertThat(report.stopped()).isFalse();
        assertThat(List.of(report.halfClosed(), report.endedByServer(), report.closed(), report.reset()))
                .allSatisfy(count -> assertThat(count).isPositive());
        assertThat(report.encrypted()).isBetween(1L, report.connections() - 1);
        assertThat(report.shifts()).isPositive();
        assertThat(report.bytes()).isPositive();
    }

    @Test
    void what_each_connection_and_each_shift_leaves_behind_is_found() throws Exception {
        List<FileChannel> descriptors = Collections.synchronizedList(new ArrayList<>());
        List<ByteBuffer> buffers = Collections.synchronizedList(new ArrayList<>());
        List<byte[]> memory = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch end = new CountDownLatch(1);
        var observing = ShiftObserver.add((connection, from, to, pause) -> memory.add(new byte[2 << 20]));
        try {
            SoakReport report = run(
                    protocol -> connection -> {
                        descriptors.add(open());
                        buffers.add(ByteBuffer.allocateDirect(64 << 10));
                        Thread.ofPlatform().daemon().start(() -> await(end));
                        return protocol.open(connection);
                    },
                    SoakTest::told);
            assertThat(report.failures()).isEmpty();
            assertThat(report.growth())
                    .filteredOn(growth -> growth.resource() != Resource.NATIVE)
                    .hasSize(4)
                    .allSatisfy(growth -> assertThat(growth.verdict()).isEqualTo(GrowthVerdict.GROWS));
            assertThat(report.holds()).isFalse();
        } finally {
            observing.cancel();
            end.countDown();
            for (FileChannel channel : descriptors) {
                channel.close();
            }
        }
    }

    private static FileChannel open() {
        try {
            return FileChannel.open(Path.of("/dev/null"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_byte_that_is_flipped_is_found() throws Exception {
        SoakReport report = run(
                protocol -> connection -> new ForwardingSession(protocol.open(connection)) {
                    @Override
                    public void received(ByteBuffer in) {
                        ByteBuffer other = ByteBuffer.allocate(in.remaining())
                                .put(in.duplicate())
                                .flip();
                        if (other.remaining() > 1_000) {
                            other.put(1_000, (byte) ~other.get(1_000));
                        }
                        int offered = other.remaining();
                        super.received(other);
                        in.position(in.position() + offered - other.remaining());
                    }
                },
                SoakTest::failed);
        assertThat(report.failures()).containsKey("wrong bytes");
        assertThat(report.holds()).isFalse();
    }

    @Test
    void a_session_that_is_closed_behind_its_back_is_found() throws Exception {
        SoakReport report = run(
                protocol -> connection -> new ForwardingSession(protocol.open(connection)) {
                    @Override
                    public void received(ByteBuffer in) {
                        boolean much = in.remaining() > 5_000;
                        super.received(in);
                        if (much) {
                            connection.close();
                        }
                    }
                },
                SoakTest::failed);
        assertThat(report.failures()).containsKey("connections closed or broken");
    }

    @Test
    void interrupted_it_says_what_it_has_seen() throws Exception {
        Thread soaking = Thread.currentThread();
        SoakPlan day = new SoakPlan(SPECS, 12, Duration.ofHours(24), 3);
        SoakReport report = Soak.run(day, (what, done) -> {
            if (!what.startsWith("0 ")) {
                soaking.interrupt();
            }
        });
        assertThat(Thread.interrupted()).isFalse();
        assertThat(report.stopped()).isTrue();
        assertThat(report.connections()).isPositive();
        assertThat(report.first()).isEmpty();
        assertThat(report.growth()).isEmpty();
    }
}
