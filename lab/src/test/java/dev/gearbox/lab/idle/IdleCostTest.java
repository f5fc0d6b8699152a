package dev.gearbox.lab.idle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.lab.idle.IdleMemory.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdleCostTest {
    /** Forks with 990, 1,000 and 1,010 bytes of heap for each connection; t(0.975, 2) = 4.302653, s = 10. */
    @Test
    void hasASlopeForEachKindWithTheIntervalOverForks() {
        IdleCost cost = new IdleCost("selector", List.of(fork(990, 7e6), fork(1_000, 9e6), fork(1_010, 5e6)));
        IdleCost.Slope heap = cost.slope(Kind.HEAP).orElseThrow();
        assertThat(heap.bytes()).isCloseTo(1_000, within(1e-6));
        assertThat(heap.high() - heap.bytes()).isCloseTo(4.302653 * 10 / Math.sqrt(3), within(1e-4));
        assertThat(heap.bytes() - heap.low()).isCloseTo(heap.high() - heap.bytes(), within(1e-9));
        IdleCost.Slope direct = cost.slope(Kind.DIRECT).orElseThrow();
        assertThat(direct.bytes()).isCloseTo(0, within(1e-6));
        assertThat(direct.high() - direct.low()).isCloseTo(0, within(1e-6));
        assertThat(cost.slope(Kind.STACKS)).isEmpty();
        assertThat(cost.slopes()).extracting(IdleCost.Slope::kind).containsExactly(Kind.HEAP, Kind.DIRECT);
        assertThat(cost.row())
                .isEqualTo("selector: heap 1,000 [975, 1,025], direct 0 [0, 0] bytes for each quiet connection"
                        + " (3 forks, 95 %)");
    }

    @Test
    void aKindThatCouldNotAlwaysBeReadIsLeftOut() {
        List<IdleCost.Point> half = List.of(
                new IdleCost.Point(1, new IdleMemory(Map.of(Kind.HEAP, 1L, Kind.STACKS, 5L))),
                new IdleCost.Point(2, new IdleMemory(Map.of(Kind.HEAP, 2L))));
        assertThat(new IdleCost("x", List.of(half, half)).slopes())
                .extracting(IdleCost.Slope::kind)
                .containsExactly(Kind.HEAP);
    }

    @Test
    void oneForkHasNoInterval() {
        assertThatThrownBy(() -> new IdleCost("x", List.of(fork(1, 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two forks");
    }

    @Test
    void theKernelIsCountedFromWhatItHeldBefore() {
        IdleMemory before = new IdleMemory(Map.of(Kind.HEAP, 5L, Kind.KERNEL, 100L, Kind.SOCKETS, 8L));
        IdleMemory now = new IdleMemory(Map.of(Kind.HEAP, 9L, Kind.KERNEL, 150L, Kind.SOCKETS, 8L));
        assertThat(now.since(before).bytes()).isEqualTo(Map.of(Kind.HEAP, 9L, Kind.KERNEL, 50L, Kind.SOCKETS, 0L));
    }

    @Test
    void readsTheMemoryOfTcp() throws IOException {
        String sockstat = "sockets: used 15\nTCP: inuse 1 orphan 0 tw 0 alloc 3 mem 17\nUDP: inuse 0 mem 5\n";
        assertThat(IdleMemory.tcpPages(sockstat)).isEqualTo(17);
        assertThatThrownBy(() -> IdleMemory.tcpPages("UDP: inuse 0 mem 5\n")).isInstanceOf(IOException.class);
    }

    private static List<IdleCost.Point> fork(double heapForEach, double base) {
        List<IdleCost.Point> points = new ArrayList<>();
        for (int connections : new int[] {1_000, 5_000, 10_000}) {
            points.add(new IdleCost.Point(
                    connections,
                    new IdleMemory(
                            Map.of(Kind.HEAP, Math.round(base + heapForEach * connections), Kind.DIRECT, 4_096L))));
        }
        return points;
    }
}
