package dev.gearbox.lab.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.ProcessReading;
import dev.gearbox.subject.JvmUsage;
import dev.gearbox.subject.SubjectConsole;
import dev.gearbox.subject.Usage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SubjectCountsTest {
    private static final MachineReading MACHINE = new MachineReading(0, 0, 0, 0, 2);

    /** Two seconds of the subject's own clock, 500 requests/s. */
    @Test
    void dividesByTheSubjectsOwnTimeAndByRequests() {
        SubjectCounts counts = SubjectCounts.between(
                reading(new Usage(0, 0, 0, 100, 10, 0, 0), stats(50, new JvmUsage(20, 1, 8, 1_000, 9, 9, 9))),
                reading(
                        new Usage(2_000_000_000L, 0, 0, 4_100, 30, 0, 0),
                        stats(1_050, new JvmUsage(30, 2, 12, 2_001_000, 1, 1, 1))),
                500);
        assertThat(counts.voluntarySwitches()).isEqualTo(new SubjectCounts.Rate(2_000, 4));
        assertThat(counts.involuntarySwitches()).isEqualTo(new SubjectCounts.Rate(10, 0.02));
        assertThat(counts.allocatedBytes()).isEqualTo(new SubjectCounts.Rate(1_000_000, 2_000));
        assertThat(counts.wakeups()).isEqualTo(new SubjectCounts.Rate(500, 1));
        assertThat(counts.jitMillis()).isEqualTo(new SubjectCounts.Rate(5, 0.01));
        assertThat(counts.gcMillis()).isEqualTo(new SubjectCounts.Rate(2, 0.004));
        assertThat(counts.missing()).isEmpty();
    }

    @Test
    void saysWhatASubjectDoesNotTell() {
        Usage first = new Usage(0, 0, 0, 0, 0, 0, 0);
        Usage last = new Usage(1_000_000_000L, 0, 0, 7, 0, 0, 0);
        SubjectCounts noJvm = SubjectCounts.between(reading(first, stats(1, null)), reading(last, stats(1, null)), 7);
        assertThat(noJvm.voluntarySwitches()).isEqualTo(new SubjectCounts.Rate(7, 1));
        assertThat(noJvm.allocatedBytes()).isNull();
        assertThat(noJvm.missing()).isEqualTo("the subject does not report on its JVM");

        SubjectCounts nothing = SubjectCounts.between(reading(null, null), reading(null, null), 7);
        assertThat(nothing.voluntarySwitches()).isNull();
        assertThat(nothing.missing()).isEqualTo("the subject has no console");
    }

    @Test
    void withoutAnAnswerThereIsNothingForEach() {
        SubjectCounts counts = SubjectCounts.between(
                reading(new Usage(0, 0, 0, 0, 0, 0, 0), null),
                reading(new Usage(1_000_000_000L, 0, 0, 7, 0, 0, 0), null),
                0);
        assertThat(counts.voluntarySwitches()).isEqualTo(new SubjectCounts.Rate(7, Double.NaN));
    }

    private static SliceMeter.Mark reading(@Nullable Usage usage, @Nullable JsonNode stats) {
        return new SliceMeter.Mark(MACHINE, new ProcessReading(0, 0, 0, -1, -1, 1, 1, 1), usage, stats, 0);
    }

    private static JsonNode stats(long wakeups, @Nullable JvmUsage jvm) {
        return JsonMapper.shared()
                .readTree("{\"wakeups\":" + wakeups
                        + (jvm == null ? "" : ",\"jvm\":" + SubjectConsole.json(jvm.fields())) + "}");
    }
}
