package dev.gearbox.advise.observe;

import static dev.gearbox.advise.observe.SomeEvents.CLIENT;
import static dev.gearbox.advise.observe.SomeEvents.DATABASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** From events, whose meaning is known here, to an observation. */
final class ObservedTrafficTest {
    private static final double EXACT = 1e-9;

    private static ObservedProcess seen(SomeEvents events) {
        return ObservedTraffic.of("a test", events.recorded(), Optional.empty(), Optional.empty());
    }

    private static Optional<ProcessSockets> sockets(Set<String> clients, Set<String> servers) {
        return Optional.of(new ProcessSockets(clients, servers, true));
    }

    @Test
    void a_request_is_what_was_read_before_an_answer_however_many_reads_and_writes_they_take() {
        ObservedProcess seen = seen(new SomeEvents()
                .read(CLIENT, 1, 0, 10, 100)
                .read(CLIENT, 1, 10, 11, 50)
                .write(CLIENT, 1, 12, 1000)
                .write(CLIENT, 1, 13, 500)
                .read(CLIENT, 1, 13, 110, 50)
                .write(CLIENT, 1, 112, 500));
        assertThat(seen.requests()).isEqualTo(2);
        assertThat(seen.bytesIn()).isEqualTo(100);
        assertThat(seen.bytesOut()).isEqualTo(1000);
        assertThat(seen.connections()).hasValue(1);
    }

    @Test
    void a_call_of_a_database_is_no_request_but_a_wait() {
        SomeEvents events = new SomeEvents();
        for (int i = 0; i < 10; i++) {
            double at = 100 * i;
            events.read(CLIENT, 1, at, at + 50, 64)
                    .write(DATABASE, 1, at + 50, 30)
                    .read(DATABASE, 1, at + 50, at + 70, 3000)
                    .wait(1, at + 51, at + 69) // the same wait, as parking
                    .write(CLIENT, 1, at + 70, 64);
        }
        ObservedProcess seen = seen(events);
        assertThat(seen.requests()).isEqualTo(10);
        assertThat(seen.bytesOut()).isEqualTo(64);
        assertThat(seen.servers()).isEqualTo(1);
        RequestWaits waits = seen.waits().orElseThrow();
        assertThat(waits.mean()).isCloseTo(0.020, within(EXACT));
        assertThat(waits.variation()).isCloseTo(0, within(EXACT));
    }

    /** A thread of a pool parks until it gets a request: that is no wait of the request. */
    @Test
    void only_the_part_of_a_wait_between_request_and_answer_counts() {
        ObservedProcess seen = seen(new SomeEvents()
                .read(CLIENT, 1, 0, 100, 64)
                .wait(2, 0, 101)
                .wait(2, 110, 113)
                .wait(2, 125, 300)
                .write(CLIENT, 2, 120, 64));
        assertThat(seen.waits().orElseThrow().mean()).isCloseTo(0.004, within(EXACT));
        assertThat(seen.waits().orElseThrow().meanSpan()).isCloseTo(0.020, within(EXACT));
    }

    /** Two waits of 0 and 20 ms: mean 10, variance 100. */
    @Test
    void the_variation_of_waits() {
        ObservedProcess seen = seen(new SomeEvents()
                .read(CLIENT, 1, 0, 10, 64)
                .write(CLIENT, 1, 30, 64)
                .read(CLIENT, 1, 30, 40, 64)
                .wait(1, 40, 60)
                .write(CLIENT, 1, 60, 64));
        assertThat(seen.waits().orElseThrow().mean()).isCloseTo(0.010, within(EXACT));
        assertThat(seen.waits().orElseThrow().variation()).isCloseTo(1, within(EXACT));
    }

    @Test
    void all_time_of_a_virtual_thread_between_request_and_answer_is_a_wait_less_its_processor_time() {
        SomeEvents events = new SomeEvents().sample(0, 0).sample(1000, 0.001);
        events.add(new SocketTransfer(CLIENT, 7, true, true, SomeEvents.nanos(1), SomeEvents.nanos(100), 64, false));
        events.add(new SocketTransfer(CLIENT, 7, true, false, SomeEvents.nanos(110), SomeEvents.nanos(110), 64, false));
        ObservedProcess seen = seen(events);
        assertThat(seen.virtual()).isTrue();
        assertThat(seen.waits().orElseThrow().mean())
                .as("10 ms less 0.1 % of 4 processors for 1 s")
                .isCloseTo(0.006, within(EXACT));
    }

    @Test
    void requests_and_processor_time_are_of_the_same_time() {
        SomeEvents events = new SomeEvents().sample(500, 0.9).sample(1500, 0.1).sample(2500, 0.2);
        for (int i = 0; i < 30; i++) {
            events.read(CLIENT, 1, 100 * i, 100 * i + 1, 64).write(CLIENT, 1, 100 * i + 2, 64);
        }
        ObservedProcess seen = seen(events);
        assertThat(seen.seconds()).isCloseTo(2, within(EXACT));
        assertThat(seen.requests()).isEqualTo(20);
        assertThat(seen.rate()).isCloseTo(10, within(EXACT));
        assertThat(seen.cpuCores().orElseThrow()).as("15 % of 4").isCloseTo(0.6, within(EXACT));
        assertThat(seen.cpuPerRequest().orElseThrow()).isCloseTo(0.06, within(EXACT));
    }

    /** Here a client has a port that a server might have, and a server one of a client. */
    @Test
    void the_system_knows_who_is_a_client() {
        SomeEvents events = new SomeEvents()
                .write("10.0.0.9:2000", 1, 5, 64) // in the middle of a request
                .read("10.0.0.9:2000", 1, 5, 10, 64)
                .write("10.0.0.7:50000", 1, 11, 64)
                .read("10.0.0.7:50000", 1, 11, 19, 64)
                .write("10.0.0.9:2000", 1, 20, 64);
        Optional<ProcessSockets> known = sockets(Set.of("10.0.0.9:2000", "10.0.0.9:2001"), Set.of("10.0.0.7:50000"));
        ObservedProcess seen = ObservedTraffic.of("a test", events.recorded(), known, known);
        assertThat(seen.requests()).isEqualTo(1);
        assertThat(seen.waits().orElseThrow().mean()).isCloseTo(0.008, within(EXACT));
        assertThat(seen.guessed()).isZero();
        assertThat(seen.connections()).as("with the quiet one").hasValue(2);
    }

    @Test
    void without_the_system_ports_and_the_first_words_decide() {
        SomeEvents events = new SomeEvents()
                .write("10.0.0.9:40000", 1, 5, 64) // in the middle of a request
                .read("10.0.0.9:40000", 1, 5, 10, 64)
                .write("10.0.0.9:40000", 1, 20, 64)
                .read("10.0.0.9:2000", 2, 5, 10, 64)
                .write("10.0.0.9:2000", 2, 20, 64)
                .write(DATABASE, 3, 1, 64)
                .read(DATABASE, 3, 1, 3, 64);
        ObservedProcess seen = seen(events);
        assertThat(seen.requests()).isEqualTo(2);
        assertThat(seen.connections()).hasValue(2);
        assertThat(seen.servers()).isEqualTo(1);
        assertThat(seen.guessed()).isEqualTo(3);
    }

    @Test
    void passing_connections_are_not_all_open_at_once() {
        SomeEvents events = new SomeEvents();
        for (int i = 0; i <= 10; i++) {
            String client = "10.0.0.9:" + (50_000 + i);
            events.read(client, i, 100 * i, 100 * i, 64)
                    .write(client, i, 100 * i + 10, 64)
                    .end(client, i, 100 * i + 150);
        }
        ObservedProcess seen = seen(events);
        assertThat(seen.connections()).hasValue(2);
        assertThat(seen.connects().orElseThrow()).as("11 in 1.15 s").isCloseTo(11 / 1.15, within(EXACT));
    }

    @Test
    void new_connections_of_a_live_process_are_those_that_were_not_there_before() {
        SomeEvents events = new SomeEvents().sample(0, 0).sample(2000, 0);
        events.read("10.0.0.9:50001", 1, 5, 10, 64)
                .write("10.0.0.9:50001", 1, 11, 64)
                .end("10.0.0.9:50001", 1, 12);
        ObservedProcess seen = ObservedTraffic.of(
                "a test",
                events.recorded(),
                sockets(Set.of("10.0.0.9:50000"), Set.of()),
                sockets(Set.of("10.0.0.9:50000", "10.0.0.9:50002", "10.0.0.9:50003"), Set.of()));
        assertThat(seen.connects()).hasValue(1.5);
        assertThat(seen.connections()).hasValue(2);
    }

    @Test
    void a_recording_that_leaves_events_out_is_not_counted() {
        SomeEvents events = new SomeEvents()
                .read(CLIENT, 1, 0, 10, 64)
                .write(CLIENT, 1, 11, 64)
                .sample(0, 0)
                .sample(1000, 0.5);
        events.settings.add("jdk.SocketRead", "threshold", "20 ms");
        ObservedProcess seen = seen(events);
        assertThat(seen.requests()).isZero();
        assertThat(seen.noRequests()).isEqualTo("it has jdk.SocketRead only above 20 ms (its threshold)");
        assertThat(seen.connections()).isEmpty();
        assertThat(seen.waits()).isEmpty();
        assertThat(seen.cpuCores().orElseThrow()).isCloseTo(2, within(EXACT));
    }

    @Test
    void silence_has_a_reason() {
        assertThat(seen(new SomeEvents()).noRequests()).isEqualTo("it has no socket events of clients");
        assertThat(seen(new SomeEvents().read(CLIENT, 1, 0, 10, 64)).noRequests())
                .isEqualTo("clients sent something and got no answer");
        assertThat(ObservedTraffic.of(
                                "a test",
                                new SomeEvents().recorded(),
                                sockets(Set.of(CLIENT), Set.of()),
                                sockets(Set.of(CLIENT), Set.of()))
                        .noRequests())
                .startsWith("no request was seen on the open connections (1)")
                .contains("epoll");
    }
}
