package dev.gearbox.lab.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.lab.probe.SystemCalls;
import dev.gearbox.lab.slice.SubjectCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CausesTest {
    private static final SubjectCounts NONE = new SubjectCounts(null, null, null, null, null, null, "not asked");

    @Test
    void aDifferenceOfSubjectsIsADifferenceOfCauses() {
        Causes a =
                causes("a", 10, new Profile.Taken("ctimer", 100, Map.of("read", 50L, "write", 40L, "wait", 10L), "f"));
        Causes b =
                causes("b", 20, new Profile.Taken("ctimer", 400, Map.of("read", 80L, "write", 80L, "park", 240L), "f"));
        List<Causes.Difference> differences = Causes.difference(a, b);
        assertThat(differences)
                .extracting(Causes.Difference::category)
                .containsExactly("park", "read", "wait", "write");
        assertThat(differences).extracting(Causes.Difference::inA).containsExactly(0.0, 5.0, 1.0, 4.0);
        assertThat(differences).extracting(Causes.Difference::inB).containsExactly(12.0, 4.0, 0.0, 4.0);
        assertThat(differences.stream()
                        .mapToDouble(Causes.Difference::difference)
                        .sum())
                .isCloseTo(10, within(1e-12));
        // Shares 0.5 of 100 and 0.2 of 400: 10 µs · 0.05 and 20 µs · 0.02.
        assertThat(differences.get(1).error()).isCloseTo(Math.hypot(0.5, 0.4), within(1e-12));
        // In the opposite direction it is the same with the opposite sign.
        assertThat(Causes.difference(b, a))
                .extracting(Causes.Difference::difference)
                .containsExactly(-12.0, 1.0, 1.0, 0.0);
    }

    @Test
    void withoutAProfileThereIsNone() {
        Causes a = causes("a", 10, new Profile.Taken("ctimer", 1, Map.of("read", 1L), "f"));
        Causes b = causes("b", 10, new Profile.Unavailable("no Linux"));
        Causes c = causes("c", 10, new Profile.Taken("ctimer", 0, Map.of("read", 0L), "f"));
        assertThat(Causes.difference(a, b)).isEmpty();
        assertThat(Causes.difference(c, a)).isEmpty();
        assertThat(b.microsPerRequest()).isEmpty();
    }

    @Test
    void aProfileThatDoesNotAddUpIsNone() {
        assertThatThrownBy(() -> new Profile.Taken("ctimer", 2, Map.of("read", 1L), "f"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Causes causes(String subject, double cpu, Profile profile) {
        return new Causes(
                Causes.FORMAT,
                subject,
                "ping",
                1_000,
                cpu * 0.25,
                cpu * 0.75,
                NONE,
                null,
                profile,
                new SystemCalls.Unavailable("not asked"),
                Map.of(),
                List.of());
    }
}
