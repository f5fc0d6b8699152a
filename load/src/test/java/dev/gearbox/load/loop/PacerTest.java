package dev.gearbox.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.report.Gaps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PacerTest {
    private static final long LONG = 50_000_000;

    private final Gaps gaps = new Gaps(true);

    private Pacer pacer(GeneratorCore core) {
        return new Pacer(core, gaps);
    }

    @Test
    void itSleepsUntilAnAnswerOnlyWhereOtherProgramsNeedTheCore() {
        assertThat(pacer(GeneratorCore.OWN).sleeps(LONG, 0, true)).isFalse();
        assertThat(pacer(GeneratorCore.SHARED).sleeps(LONG, 0, true)).isFalse();
        assertThat(pacer(GeneratorCore.SHARED).sleeps(LONG, LONG, true)).isTrue();
        assertThat(pacer(GeneratorCore.PREFERRED).sleeps(LONG, 0, true)).isTrue();
    }

    @Test
    void itAsksForAShortTimeSliceForASliceBesidePrograms() {
        boolean possible = ThreadScheduling.setMinimalTimeSlice();
        ThreadScheduling.restoreTimeSlice();
        for (GeneratorCore core : GeneratorCore.values()) {
            Pacer pacer = pacer(core);
            pacer.begin();
            assertThat(pacer.describe().contains("time slice 0.1 ms"))
                    .as(core.toString())
                    .isEqualTo(possible && core == GeneratorCore.PREFERRED);
            pacer.end();
            assertThat(pacer.describe()).doesNotContain("time slice 0.1 ms");
        }
    }

    @ParameterizedTest
    @EnumSource(GeneratorCore.class)
    void itDoesNotSleepUntilTheLoopHasCaughtUpAfterAGap(GeneratorCore core) {
        gaps.lost(0, 1_000_000);
        assertThat(pacer(core).sleeps(LONG, LONG, false)).isFalse();
        gaps.round(1_000_010, true);
        gaps.round(1_000_020, true);
        assertThat(pacer(core).sleeps(LONG, LONG, false)).isEqualTo(core != GeneratorCore.OWN);
    }
}
