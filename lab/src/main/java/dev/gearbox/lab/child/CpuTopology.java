package dev.gearbox.lab.child;

import dev.gearbox.lab.probe.ProcFiles;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Which processors are hardware threads of one core, from the kernel's files. A virtual machine may hide it; then each processor counts as a core of its own.
 *
 * @param folder one that has a folder for each processor, such as {@code /sys/devices/system/cpu}
 */
record CpuTopology(Path folder) {
    static final CpuTopology MACHINE = new CpuTopology(Path.of("/sys/devices/system/cpu"));

    /** Returns the processors and all others of their cores, in ascending order. */
    List<Integer> withSiblings(Collection<Integer> processors) {
        TreeSet<Integer> all = new TreeSet<>(processors);
        for (int processor : processors) {
            Path siblings = folder.resolve("cpu" + processor + "/topology/thread_siblings_list");
            ProcFiles.ifThere(siblings.toString()).map(Pinning::parse).ifPresent(all::addAll);
        }
        return List.copyOf(all);
    }
}
