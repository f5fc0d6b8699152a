package dev.gearbox.lab.slice;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.probe.ProcFiles;
import dev.gearbox.lab.probe.ProcessReading;
import dev.gearbox.subject.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Measures the resources used by a subject between two moments, and the disturbances meanwhile. */
public final class SliceMeter {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Probe probe;
    private final OwnProcesses own;

    /** @param own the processes of the lab besides itself: their use does not count as foreign */
    public SliceMeter(Probe probe, OwnProcesses own) {
        this.probe = probe;
        this.own = own;
    }

    /** A reading at one moment. */
    public record Mark(
            MachineReading machine,
            ProcessReading process,
            @Nullable Usage usage,
            @Nullable JsonNode stats,
            long retransmits) {}

    public Mark mark(SubjectProcess subject) throws ChildException, InterruptedException {
        try {
            MachineReading machine = own.machine(probe);
            long retransmits = retransmits();
            JsonNode stats = subject.stats();
            JsonNode usage = stats == null ? null : stats.get("usage");
            ProcessReading process = subject.read(probe, usage == null);
            return new Mark(
                    machine,
                    process,
                    usage != null
                            ? JSON.treeToValue(usage, Usage.class)
                            : subject.tree().map(_ -> process.usage()).orElse(null),
                    stats,
                    retransmits);
        } catch (IOException gone) {
            subject.check();
            throw new ChildException(subject.label() + " could not be read: " + gone.getMessage(), null);
        }
    }

    public static Slice.Disturbance disturbance(Mark before, Mark after) {
        return after.machine.disturbance(before.machine, Math.max(0, after.retransmits - before.retransmits));
    }

    /** Returns the usage per second between the two. */
    public static Slice.ResourceUse cost(Mark before, Mark after) {
        Usage first = before.usage;
        Usage last = after.usage;
        return cost(
                before,
                after,
                first == null || last == null
                        ? seconds(before.process.nanos(), after.process.nanos())
                        : seconds(first.nanos(), last.nanos()));
    }

    /** Returns the usage between the two, divided by this many seconds. */
    public static Slice.ResourceUse cost(Mark before, Mark after, double seconds) {
        ProcessReading process = after.process;
        Usage first = before.usage;
        Usage last = after.usage;
        JsonNode early = before.stats;
        JsonNode late = after.stats;
        if (first == null || last == null) {
            return new Slice.ResourceUse(
                    (process.userMicros() - before.process.userMicros()) / seconds,
                    (process.systemMicros() - before.process.systemMicros()) / seconds,
                    null,
                    null,
                    null,
                    null,
                    null,
                    process.threads(),
                    process.residentBytes());
        }
        long switches = last.voluntarySwitches()
                + last.involuntarySwitches()
                - first.voluntarySwitches()
                - first.involuntarySwitches();
        return new Slice.ResourceUse(
                (last.userMicros() - first.userMicros()) / seconds,
                (last.systemMicros() - first.systemMicros()) / seconds,
                switches / seconds,
                perSecond(early, late, "/jvm/allocatedBytes", seconds),
                perSecond(early, late, "/wakeups", seconds),
                perSecond(early, late, "/jvm/jitMillis", 1),
                perSecond(early, late, "/jvm/gcMillis", 1),
                process.threads(),
                process.residentBytes(),
                (last.pageFaults() - first.pageFaults()) / seconds,
                (last.diskBytes() - first.diskBytes()) / seconds);
    }

    /** Returns the increase of a counter; null if the subject does not report it. */
    private static @Nullable Double perSecond(
            @Nullable JsonNode early, @Nullable JsonNode late, String pointer, double seconds) {
        if (early == null || late == null) {
            return null;
        }
        JsonNode from = early.at(pointer);
        JsonNode to = late.at(pointer);
        return from.isNumber() && to.isNumber() ? (to.doubleValue() - from.doubleValue()) / seconds : null;
    }

    private static double seconds(long from, long to) {
        return Math.max(1e-9, (to - from) / 1e9);
    }

    /** Returns the TCP retransmissions since the machine started; 0 if unknown. */
    private static long retransmits() throws IOException {
        Path snmp = Path.of("/proc/net/snmp");
        if (!Files.isReadable(snmp)) {
            return 0;
        }
        List<List<String>> tcp = ProcFiles.text(snmp)
                .lines()
                .filter(line -> line.startsWith("Tcp:"))
                .map(line -> List.of(line.split(" ", -1)))
                .toList();
        int index = tcp.size() < 2 ? -1 : tcp.getFirst().indexOf("RetransSegs");
        return index < 0 ? 0 : Long.parseLong(tcp.get(1).get(index));
    }
}
