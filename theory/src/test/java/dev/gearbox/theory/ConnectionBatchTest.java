package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published sums of 10,000 connections, and the derived ones against a replay of every connection. */
final class ConnectionBatchTest {
    private static final double EXACT = 1e-9;

    /** The example of the literature: 10,000 connections, 0.1 ms to accept, two reads of 2 ms. */
    private static final ConnectionBatch PUBLISHED = new ConnectionBatch(10_000, 0.1e-3, 2, 2e-3);

    @Test
    void one_selector_takes_41_seconds() {
        assertThat(PUBLISHED.singleSelector()).isCloseTo(41, within(EXACT));
    }

    @Test
    void one_selector_takes_a_second_if_its_reads_wait() {
        assertThat(PUBLISHED.singleSelectorWhereReadsWait()).isCloseTo(1.004, within(EXACT));
    }

    @Test
    void a_pool_of_16_takes_3_6_seconds_if_nothing_overlaps() {
        assertThat(PUBLISHED.selectorPoolInTurn(16, 0.1)).isCloseTo(3.6, within(EXACT));
        assertThat(PUBLISHED.selectorPoolInTurn(2, 0.1)).isCloseTo(21.1, within(EXACT));
    }

    @Test
    void accepting_overlaps_with_reading_on_several_reactors() {
        assertThat(PUBLISHED.multiReactor(16, 0)).isCloseTo(2.5 + 16 * 0.1e-3, within(EXACT));
        assertThat(PUBLISHED.selectorPool(16, 0)).isEqualTo(PUBLISHED.multiReactor(16, 0));
    }

    @Test
    void many_small_reads_load_the_selector_of_a_pool_and_not_the_acceptor_of_reactors() {
        var chatty = new ConnectionBatch(1_000, 0.1e-3, 100, 20e-6);
        assertThat(chatty.multiReactor(4, 5e-6)).isCloseTo(0.5, within(0.001));
        assertThat(chatty.selectorPool(4, 5e-6)).isCloseTo(0.6, within(0.003));
    }

    @ParameterizedTest
    @CsvSource({
        "10000, 0.0001, 2, 0.002, 16, 0",
        "10000, 0.0001, 2, 0.002, 16, 0.000005",
        "10000, 0.0001, 2, 0.002, 64, 0.000005",
        "1001, 0.0001, 2, 0.0004, 8, 0.00001",
        "1001, 0.0001, 1, 0.00079, 8, 0",
        "13, 0.001, 3, 0.002, 7, 0.0001",
        "3, 0.001, 3, 0.002, 7, 0.0001",
        "1, 0.001, 1, 0.002, 7, 0.0001",
        "100, 0, 1, 0.002, 7, 0",
        "100, 0.001, 0, 0.002, 7, 0",
    })
    void agrees_with_the_replay_of_every_connection(
            int connections, double accept, int reads, double read, int servers, double handOver) {
        var batch = new ConnectionBatch(connections, accept, reads, read);
        assertThat(batch.multiReactor(servers, handOver))
                .isCloseTo(replay(connections, accept + handOver, reads * read, servers), within(EXACT));
        assertThat(batch.selectorPool(servers, handOver))
                .isCloseTo(replay(connections, accept + reads * handOver, reads * read, servers), within(EXACT));
    }

    /** When the last connection ends: each goes to the next server in turn, and begins there when the one before it has ended. */
    private static double replay(int connections, double accept, double work, int servers) {
        double[] freeAt = new double[servers];
        double accepted = 0;
        double last = 0;
        for (int i = 0; i < connections; i++) {
            accepted += accept;
            int server = i % servers;
            freeAt[server] = Math.max(accepted, freeAt[server]) + work;
            last = Math.max(last, freeAt[server]);
        }
        return last;
    }

    @Test
    void refuses_what_makes_no_sense() {
        assertThatThrownBy(() -> new ConnectionBatch(0, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("connections: 0 is too few: at least 1");
        assertThatThrownBy(() -> new ConnectionBatch(1, -1, 1, 1)).hasMessageStartingWith("accept time: -1.0");
        assertThatThrownBy(() -> new ConnectionBatch(1, 1, 1, Double.NaN)).hasMessageStartingWith("read time: NaN");
        assertThatThrownBy(() -> PUBLISHED.multiReactor(0, 0)).hasMessageStartingWith("reactors: 0");
    }
}
