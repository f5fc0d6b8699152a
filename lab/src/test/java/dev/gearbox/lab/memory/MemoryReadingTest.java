package dev.gearbox.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.Slice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryReadingTest {
    @Test
    void theKernelIsCountedFromWhatItHeldBefore() {
        Slice.Memory before = new Slice.Memory(0, 5L, null, null, 70, 8L, 100);
        Slice.Memory now = new Slice.Memory(3, 9L, null, 2L, 90, 8L, 150);
        assertThat(MemoryReading.since(before, now)).isEqualTo(new Slice.Memory(3, 9L, null, 2L, 90, 0L, 50));
    }

    @Test
    void whatWasNotKnownBeforeCannotBeCountedFrom() {
        Slice.Memory before = new Slice.Memory(0, null, null, null, 70, null, 100);
        Slice.Memory now = new Slice.Memory(3, null, null, null, 90, 8L, 150);
        assertThat(MemoryReading.since(before, now).socketBytes()).isNull();
    }

    @Test
    void aProcessThatTellsNothingOfItsHeapHasOneThatIsNotKnown() throws IOException {
        Slice.Memory own = MemoryReading.of(
                Path.of("/proc"), 7, List.of(ProcessHandle.current().pid()), Optional.empty());
        assertThat(own.connections()).isEqualTo(7);
        assertThat(own.heapBytes()).isNull();
        assertThat(own.directBytes()).isNull();
        assertThat(own.residentBytes()).isGreaterThan(10 << 20);
        assertThat(own.kernelBytes()).isPositive();
    }

    @Test
    void readsTheMemoryOfTcp() throws IOException {
        String sockstat = "sockets: used 15\nTCP: inuse 1 orphan 0 tw 0 alloc 3 mem 17\nUDP: inuse 0 mem 5\n";
        assertThat(MemoryReading.tcpPages(sockstat)).isEqualTo(17);
        assertThatThrownBy(() -> MemoryReading.tcpPages("UDP: inuse 0 mem 5\n")).isInstanceOf(IOException.class);
    }
}
