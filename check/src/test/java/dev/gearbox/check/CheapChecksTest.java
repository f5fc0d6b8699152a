package dev.gearbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.run.CheckRun;
import dev.gearbox.check.run.Checks;
import dev.gearbox.lab.child.ChildSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The part of the self-test that needs no quiet machine. */
class CheapChecksTest {
    @TempDir
    Path scratch;

    static List<Check> cheap() {
        return Checks.upTo(Check.Cost.CHEAP);
    }

    @ParameterizedTest
    @MethodSource("cheap")
    void passes(Check check) throws IOException, InterruptedException {
        CheckOutcome outcome = check.run(new Context(ChildSetup.detect(42), scratch, 42));

        assertThat(outcome.kind())
                .as("%s %s: %s", check.id(), check.title(), outcome.figure())
                .isEqualTo(CheckOutcome.Kind.PASSED);
    }

    /** IT-21 is made for a placement. */
    @Test
    void allNumbersAreThereAndInOrder() {
        assertThat(Checks.ids())
                .isEqualTo(IntStream.rangeClosed(1, 22)
                        .filter(number -> number != 21)
                        .mapToObj(number -> "IT-" + number)
                        .toList());
    }

    @Test
    void theLongChecksOfANumberRunByItIfItHasNoOthers() {
        assertThat(Checks.named(List.of("IT-22"), Check.Cost.NORMAL))
                .hasSize(3)
                .allMatch(check -> check.cost() == Check.Cost.LONG);
        assertThat(Checks.named(List.of("IT-18"), Check.Cost.NORMAL)).hasSize(1);
        assertThat(Checks.named(List.of("IT-18"), Check.Cost.LONG)).hasSize(2);
    }

    @Test
    void theDefaultSetStaysBelowTenMinutes() {
        assertThat(CheckRun.expected(Checks.upTo(Check.Cost.NORMAL)).toMinutes())
                .isLessThan(10);
    }

    @Test
    void linesCanBeToldApart() {
        List<String> lines = Checks.all().stream()
                .map(check -> String.format(Locale.ROOT, "%s %s", check.id(), check.title()))
                .toList();

        assertThat(new TreeSet<>(lines)).hasSameSizeAs(lines);
    }
}
