package dev.gearbox.lab.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTopologyTest {
    @TempDir
    Path folder;

    @Test
    void addsTheOtherThreadsOfEachCore() throws IOException {
        siblings(0, "0,4\n");
        siblings(1, "1-1\n");
        CpuTopology topology = new CpuTopology(folder);
        assertThat(topology.withSiblings(List.of(0))).containsExactly(0, 4);
        assertThat(topology.withSiblings(List.of(1, 0))).containsExactly(0, 1, 4);
        assertThat(topology.withSiblings(List.of())).isEmpty();
    }

    @Test
    void countsAProcessorAsACoreWhereTheMachineHidesIt() {
        assertThat(new CpuTopology(folder).withSiblings(List.of(3))).containsExactly(3);
    }

    @Test
    void readsThisMachine() {
        assertThat(CpuTopology.MACHINE.withSiblings(List.of(0))).contains(0);
    }

    private void siblings(int processor, String text) throws IOException {
        Path file = folder.resolve("cpu" + processor + "/topology/thread_siblings_list");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
