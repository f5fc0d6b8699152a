package dev.gearbox.engines.auto;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.testkit.Conditions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which connections are parked where, and what wakes them. */
class ParkingTest {
    private static final String SPEC = "parking?work=threads&quiet=selector&after=2ms";

    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private final BlockingQueue<Connection> opened = new LinkedBlockingQueue<>();
    private final List<Socket> clients = new ArrayList<>();
    private @Nullable Engine engine;
    private @Nullable Listener listener;

    /** A callback, and the thread that it ran on. */
    private record Seen(String what, String thread) {}

    /** An echo that reports its callbacks. A 'p' makes it pause. */
    private final class Telling implements Session {
        private final Connection connection;

        Telling(Connection connection) {
            this.connection = connection;
            opened.add(connection);
        }

        private void tell(String what) {
            seen.add(new Seen(what, Thread.currentThread().getName()));
        }

        @Override
        public void received(ByteBuffer in) {
            tell("received");
            if (in.get(in.position()) == 'p') {
                connection.pause();
            }
            connection.write(in);
        }

        @Override
        public boolean ended() {
            tell("ended");
            return false;
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            tell("closed " + cause);
        }
    }

    private Engine start(String spec) throws IOException {
        Engine started = Engines.start(spec);
        engine = started;
        listener = started.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Telling::new, Options.DEFAULT);
        return started;
    }

    private Socket client() throws IOException {
        Socket client = new Socket();
        clients.add(client);
        client.connect(requireNonNull(listener).address());
        client.setSoTimeout(20_000);
        return client;
    }

    private static void echo(Socket client, int value) throws IOException {
        client.getOutputStream().write(value);
        assertThat(client.getInputStream().read()).isEqualTo(value);
    }

    private static void awaitParked(Engine engine, int number) {
        Conditions.await(number + " sleep", () -> engine.stats().parked() == number);
    }

    /** Returns the thread of the next callback of that kind; others that come before it are dropped. */
    private String next(String what) throws InterruptedException {
        for (; ; ) {
            Seen next = seen.poll(120, TimeUnit.SECONDS);
            assertThat(next).as(what).isNotNull();
            if (next.what().equals(what)) {
                return next.thread();
            }
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        if (engine != null) {
            engine.close();
        }
    }

    @Test
    void the_first_byte_wakes_it_and_the_session_sees_it_at_work() throws Exception {
        Engine parking = start(SPEC);
        Socket client = client();
        for (int round = 0; round < 20; round++) {
            awaitParked(parking, 1);
            echo(client, round);
            assertThat(next("received")).doesNotContain("selector");
        }
    }

    @Test
    void asked_to_sleep_once_more_it_wakes_at_work_all_the_same() throws Exception {
        CompositeEngine parking = (CompositeEngine) start(SPEC);
        Socket client = client();
        Connection connection = requireNonNull(opened.poll(120, TimeUnit.SECONDS));
        for (int round = 0; round < 20; round++) {
            awaitParked(parking, 1);
            parking.partOf(connection).ifPresent(quiet -> quiet.driven().forEach(asleep -> asleep.park(quiet)));
            echo(client, round);
            assertThat(next("received")).doesNotContain("selector");
        }
    }

    /** A connection that was idle a moment ago may have been shifted out of the engine by now, and must not be brought back. */
    @Test
    void asked_to_sleep_when_it_has_left_it_stays_where_it_is() throws Exception {
        CompositeEngine parking = (CompositeEngine) start("parking?work=threads&quiet=selector&after=60m");
        Socket client = client();
        Connection connection = requireNonNull(opened.poll(120, TimeUnit.SECONDS));
        ConnectionState quiet = parking.entrance()
                .driven()
                .filter(state -> state.connection().equals(connection))
                .findFirst()
                .orElseThrow();
        try (Engine elsewhere = Engines.start("virtual")) {
            connection.shiftTo(elsewhere).toCompletableFuture().get(120, TimeUnit.SECONDS);
            CompletionStage<Void> asked = quiet.park(parking.parts().getLast());
            assertThatThrownBy(() -> asked.toCompletableFuture().get(120, TimeUnit.SECONDS))
                    .hasMessageContaining("it is with another engine by now");
            assertThat(connection.engine()).isEqualTo(elsewhere);
            echo(client, 1);
        }
    }

    @Test
    void a_task_and_a_timer_run_at_work() throws Exception {
        Engine parking = start(SPEC);
        client();
        Connection connection = opened.poll(120, TimeUnit.SECONDS);
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        awaitParked(parking, 1);
        connection.execute(() -> ran.add(Thread.currentThread().getName()));
        assertThat(ran.poll(120, TimeUnit.SECONDS)).isNotNull().doesNotContain("selector");
        connection.schedule(
                Duration.ofMillis(50), () -> ran.add(Thread.currentThread().getName()));
        assertThat(ran.poll(120, TimeUnit.SECONDS)).isNotNull().doesNotContain("selector");
        awaitParked(parking, 1);
    }

    @Test
    void the_peers_end_is_told_at_work() throws Exception {
        Engine parking = start(SPEC);
        Socket client = client();
        awaitParked(parking, 1);
        client.shutdownOutput();
        assertThat(next("ended")).doesNotContain("selector");
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        next("closed null");
    }

    @Test
    void one_that_has_paused_stays_awake() throws Exception {
        Engine parking = start(SPEC);
        Socket paused = client();
        Connection awake = opened.poll(120, TimeUnit.SECONDS);
        echo(paused, 'p');
        client();
        awaitParked(parking, 1);
        assertThat(((CompositeEngine) parking).partOf(awake)).hasToString("Optional[threads]");
        assertThat(parking.stats().connections()).isEqualTo(2);
    }

    @Test
    void sleepers_can_be_shifted_elsewhere() throws Exception {
        Engine parking = start(SPEC);
        Socket client = client();
        Connection connection = opened.poll(120, TimeUnit.SECONDS);
        try (Engine other = Engines.start("reactors?threads=1")) {
            for (int round = 0; round < 50; round++) {
                awaitParked(parking, 1);
                Conditions.await("the shift away", connection.shiftTo(other));
                assertThat(connection.engine()).isEqualTo(other);
                echo(client, 1);
                Conditions.await("the shift back", connection.shiftTo(parking));
                assertThat(connection.engine()).isEqualTo(parking);
                echo(client, 2);
            }
        }
    }

    @Test
    void when_the_working_engine_has_no_room_the_quiet_one_serves() throws Exception {
        Engine parking = start("parking?work=pool(threads=1)&quiet=selector&after=2ms");
        Socket sleeper = client();
        awaitParked(parking, 1);
        Socket paused = client();
        echo(paused, 'p');
        next("received");
        echo(sleeper, 5);
        assertThat(next("received")).contains("selector");
    }

    @Test
    void sleepers_end_with_the_engine() throws Exception {
        Engine parking = start(SPEC);
        Socket client = client();
        awaitParked(parking, 1);
        parking.close();
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(seen).anyMatch(last -> last.what().contains("EngineClosedException"));
    }

    @Test
    void a_crowd_wakes_at_once_and_falls_asleep_again() throws Exception {
        Engine parking = start("parking?work=virtual&quiet=selector&after=20ms");
        for (int index = 0; index < 300; index++) {
            client();
        }
        for (int round = 0; round < 3; round++) {
            awaitParked(parking, 300);
            for (Socket client : clients) {
                client.getOutputStream().write(round);
            }
            for (Socket client : clients) {
                assertThat(client.getInputStream().read()).isEqualTo(round);
            }
        }
    }

    @Test
    void specs_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> Engines.start("parking?work=selectr"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("Did you mean selector?");
        assertThatThrownBy(() -> Engines.start("parking?quiet=pool(thread=1)"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("pool has no parameter \"thread\"");
        assertThatThrownBy(() -> Engines.start("parking?work=parking"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("made of engines itself");
        assertThatThrownBy(() -> Engines.start("parking?after=5"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("duration, 1ms to 60m");
    }
}
