package dev.gearbox.lab.child;

import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.probe.ProcessTree;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The processes of a run or fork besides the lab itself: their use of the machine does not count as foreign.
 *
 * @param pids our children
 * @param trees external programs that they started
 */
public record OwnProcesses(List<Long> pids, List<ProcessTree> trees) {
    /** Copies the lists. */
    public OwnProcesses {
        pids = List.copyOf(pids);
        trees = List.copyOf(trees);
    }

    public static OwnProcesses of(long instrument, List<SubjectProcess> subjects) {
        return of(Optional.of(instrument), subjects);
    }

    public static OwnProcesses of(Optional<Long> instrument, List<SubjectProcess> subjects) {
        return new OwnProcesses(
                LongStream.concat(
                                instrument.stream().mapToLong(Long::longValue),
                                subjects.stream().mapToLong(SubjectProcess::pid))
                        .boxed()
                        .toList(),
                subjects.stream().flatMap(subject -> subject.tree().stream()).toList());
    }

    /** Returns these and one more. */
    public OwnProcesses and(long pid) {
        return new OwnProcesses(Stream.concat(pids.stream(), Stream.of(pid)).toList(), trees);
    }

    /** Reads the machine's usage and our own share of it. */
    public MachineReading machine(Probe probe) throws IOException {
        long foreign = 0;
        for (ProcessTree tree : trees) {
            foreign += tree.cpuMicros();
        }
        MachineReading machine =
                probe.machine(pids.stream().mapToLong(Long::longValue).toArray());
        return new MachineReading(
                machine.nanos(),
                machine.busyMicros(),
                machine.stealMicros(),
                machine.ownMicros() + foreign,
                machine.processors());
    }
}
