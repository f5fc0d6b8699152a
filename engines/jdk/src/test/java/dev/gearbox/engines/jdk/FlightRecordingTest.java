package dev.gearbox.engines.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.loop.EventLoopEngine;
import dev.gearbox.core.loop.WatchdogEvent;
import dev.gearbox.core.loop.WatchdogOptions;
import dev.gearbox.testkit.RequestAllocation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flight recorder events of engines. Events are complete when the recording has stopped: the tests wait for nothing. */
class FlightRecordingTest {
    private static final Protocol ECHO = connection -> connection::write;
    /** Long enough for an event with a threshold of its own, which is 20 ms. */
    private static final long BURN = TimeUnit.MILLISECONDS.toNanos(30);

    @TempDir
    private Path folder;

    private Recording recording = new Recording();

    @BeforeEach
    void start() {
        recording.start();
    }

    @Test
    void aShiftTellsWhereFromWhereToAndHowItWent() throws Exception {
        try (Engine from = Engines.start("selector");
                Engine to = Engines.start("reactors?threads=2");
                Listener listener = from.listen(anyPort(), ECHO, Options.DEFAULT);
                Socket client = connect(listener)) {
            exchange(client);
            Connection connection = listener.connections().findFirst().orElseThrow();
            answer(connection.shiftTo(to));
            exchange(client);
            from.close(Duration.ZERO);
            assertThatThrownBy(() -> answer(connection.shiftTo(from))).hasRootCauseMessage("selector is closed");
            List<RecordedEvent> shifts = recorded("gearbox.Shift");
            assertThat(shifts)
                    .allSatisfy(
                            shift -> assertThat(shift.getString("connection")).isEqualTo(connection.toString()))
                    .allSatisfy(shift -> assertThat(shift.getString("purpose")).isEqualTo("MOVE"));
            assertThat(shifts)
                    .extracting(shift -> shift.getString("from"), shift -> shift.getString("to"))
                    .containsExactly(tuple(from.toString(), to.toString()), tuple(to.toString(), from.toString()));
            assertThat(shifts)
                    .extracting(shift -> shift.getString("outcome"), shift -> shift.getString("message"))
                    .containsExactly(tuple("MOVED", null), tuple("REFUSED", "selector is closed"));
            assertThat(shifts.getFirst().getDuration()).isPositive();
        }
    }

    @Test
    void whatKeepsALoopIsNamed() throws Exception {
        Protocol burning = connection -> in -> {
            long until = System.nanoTime() + BURN;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            connection.write(in);
        };
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(anyPort(), burning, Options.DEFAULT);
                Socket client = connect(listener)) {
            exchange(client);
            // The answer may arrive before the loop has recorded the event; the second answer comes after that.
            exchange(client);
            Connection connection = listener.connections().findFirst().orElseThrow();
            assertThat(recorded("gearbox.LoopBlocked"))
                    .filteredOn(event -> event.getString("keptBy").equals("connection " + connection))
                    .isNotEmpty()
                    .allSatisfy(event -> {
                        assertThat(event.getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
                        assertThat(event.getString("engine")).isEqualTo("selector");
                        assertThat(event.getString("loop"))
                                .isEqualTo(event.getThread().getJavaName());
                    });
        }
    }

    /** A turn begins with the first event of a round: the sleep before it counts for no event. */
    @Test
    void aWaitIsNoTurn() throws Exception {
        Duration wait = Duration.ofMillis(300);
        Duration beyond = longestTurnBeyondCallbacks(wait);
        // A loop that is descheduled has a long turn, too, now and then; a wait that counted would produce one each
        // time.
        for (int again = 0; again < 20 && beyond.compareTo(wait.dividedBy(2)) >= 0; again++) {
            beyond = longestTurnBeyondCallbacks(wait);
        }
        assertThat(beyond).isLessThan(wait.dividedBy(2));
    }

    private Duration longestTurnBeyondCallbacks(Duration wait) throws Exception {
        restart("gearbox.LoopBlocked", Duration.ZERO);
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(anyPort(), ECHO, Options.DEFAULT);
                Socket client = connect(listener)) {
            exchange(client);
            CompletableFuture<Void> awake = new CompletableFuture<>();
            listener.connections().findFirst().orElseThrow().schedule(wait, () -> awake.complete(null));
            answer(awake);
            exchange(client);
            Duration longest = Duration.ofNanos(engine.stats().longestCallbackNanos());
            return recorded("gearbox.LoopBlocked").stream()
                    .map(turn -> turn.getDuration().minus(longest))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    @Test
    void aStuckLoopShowsWhereItsThreadStands() throws Exception {
        recording.enable("gearbox.LoopBlocked").withThreshold(Duration.ZERO);
        BlockingQueue<WatchdogEvent> told = new LinkedBlockingQueue<>();
        Semaphore gate = new Semaphore(0);
        Protocol stuck = connection -> in -> {
            gate.acquireUninterruptibly();
            connection.write(in);
        };
        try (EventLoopEngine<?> engine = (EventLoopEngine<?>) Engines.start("selector")) {
            engine.startWatchdog(
                    new WatchdogOptions(Duration.ofMillis(100), null, WatchdogOptions.PROBATION, 4, told::add));
            try (Listener listener = engine.listen(anyPort(), stuck, Options.DEFAULT);
                    Socket client = connect(listener)) {
                client.getOutputStream().write(1);
                assertThat(told.poll(120, TimeUnit.SECONDS)).isNotNull();
                gate.release();
                assertThat(client.getInputStream().read()).isEqualTo(1);
                Connection connection = listener.connections().findFirst().orElseThrow();
                List<RecordedEvent> events = recorded("gearbox.Supervision", "gearbox.LoopBlocked");
                assertThat(events).anySatisfy(event -> {
                    assertThat(event.getEventType().getName()).isEqualTo("gearbox.Supervision");
                    assertThat(event.getString("kind")).isEqualTo("RELIEVED");
                    assertThat(event.getString("connection")).isEqualTo(connection.toString());
                    assertThat(event.getString("stuckAt")).contains("Semaphore.acquireUninterruptibly");
                });
                assertThat(events).anySatisfy(event -> {
                    assertThat(event.getEventType().getName()).isEqualTo("gearbox.LoopBlocked");
                    assertThat(event.getString("keptBy")).isEqualTo("connection " + connection);
                });
            }
        }
    }

    @Test
    void aNewConnectionTellsHowLongItWaited() throws Exception {
        restart("gearbox.QueueWait", Duration.ZERO);
        CompletableFuture<Connection> acceptance = new CompletableFuture<>();
        Protocol server = connection -> {
            acceptance.complete(connection);
            return ECHO.open(connection);
        };
        try (Engine engine = Engines.start("pool?threads=2");
                Listener listener = engine.listen(anyPort(), server, Options.DEFAULT)) {
            Connection opened = engine.connect(listener.address(), ECHO, Options.DEFAULT)
                    .toCompletableFuture()
                    .get(120, TimeUnit.SECONDS);
            Connection accepted = acceptance.get(120, TimeUnit.SECONDS);
            assertThat(recorded("gearbox.QueueWait"))
                    .allSatisfy(event -> assertThat(event.getString("engine")).isEqualTo(engine.toString()))
                    .extracting(event -> event.getString("connection"), event -> event.getBoolean("accepted"))
                    .containsExactlyInAnyOrder(tuple(opened.toString(), false), tuple(accepted.toString(), true));
        }
    }

    /** One that ends in order has no event. */
    @Test
    void aFailedConnectionTellsWhy() throws Exception {
        CompletableFuture<Connection> failing = new CompletableFuture<>();
        Protocol server = connection -> in -> {
            if (in.get(in.position()) == 1) {
                connection.write(in);
            } else {
                failing.complete(connection);
                throw new IllegalStateException("planted");
            }
        };
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(anyPort(), server, Options.DEFAULT);
                Socket orderly = connect(listener);
                Socket client = connect(listener)) {
            exchange(orderly);
            orderly.shutdownOutput();
            assertThat(orderly.getInputStream().read()).isEqualTo(-1);
            client.getOutputStream().write(2);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            engine.close(Duration.ZERO);
            List<RecordedEvent> failures = recorded("gearbox.ConnectionFailed");
            assertThat(failures).hasSize(1);
            RecordedEvent failure = failures.getFirst();
            assertThat(failure.getString("engine")).isEqualTo("selector");
            assertThat(failure.getString("connection"))
                    .isEqualTo(failing.get(120, TimeUnit.SECONDS).toString());
            assertThat(failure.getString("cause")).isEqualTo("CALLBACK_ERROR");
            assertThat(failure.getString("message")).contains("planted");
        }
    }

    @Test
    void figuresOfEachEngineThatRuns() throws Exception {
        recording.enable("gearbox.EngineStatistics").with("period", "endChunk");
        try (Engine engine = Engines.start("selector");
                Engine ended = Engines.start("reactors?threads=2");
                Listener listener = engine.listen(anyPort(), ECHO, Options.DEFAULT);
                Socket client = connect(listener)) {
            exchange(client);
            ended.close(Duration.ZERO);
            List<RecordedEvent> figures = recorded("gearbox.EngineStatistics");
            assertThat(figures)
                    .extracting(event -> event.getString("engine"))
                    .contains("selector")
                    .doesNotContain(ended.toString());
            RecordedEvent ours = figures.getLast();
            assertThat(ours.getString("partOf")).isNull();
            assertThat(ours.getInt("connections")).isEqualTo(1);
            assertThat(ours.getLong("accepted")).isEqualTo(1);
            assertThat(ours.getLong("bytesRead")).isEqualTo(1);
            assertThat(ours.getDouble("loopUtilisation")).isBetween(0.0, 1.0);
        }
    }

    @Test
    void aRequestAllocatesNothingForIt() throws IOException {
        assertThat(RequestAllocation.of("selector", 8)).isLessThanOrEqualTo(8);
    }

    private void restart(String event, Duration threshold) {
        recording.close();
        recording = new Recording();
        recording.enable(event).withThreshold(threshold);
        recording.start();
    }

    private List<RecordedEvent> recorded(String... events) throws IOException {
        Set<String> names = Set.of(events);
        Path file = folder.resolve("recording.jfr");
        try (Recording ended = recording) {
            ended.stop();
            ended.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(recorded -> names.contains(recorded.getEventType().getName()))
                .toList();
    }

    private static SocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static Socket connect(Listener listener) throws IOException {
        InetSocketAddress address = (InetSocketAddress) listener.address();
        Socket client = new Socket(address.getAddress(), address.getPort());
        client.setSoTimeout(20_000);
        return client;
    }

    private static void exchange(Socket client) throws IOException {
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
    }

    private static void answer(CompletionStage<Void> shift)
            throws ExecutionException, InterruptedException, TimeoutException {
        shift.toCompletableFuture().get(120, TimeUnit.SECONDS);
    }
}
