package dev.gearbox.check.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.check.statistics.AndersonDarling;
import dev.gearbox.check.statistics.Lindley;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The arguments of the oracle, its log, and what follows from it. */
class OracleTest {
    @TempDir
    Path folder;

    @Test
    void whatItIsToldComesThrough() {
        Oracle all = Oracle.PLAIN
                .servingExponential(Duration.ofMillis(1), 7)
                .spinningExtra(Duration.ofNanos(1_500))
                .stalling(Duration.ofSeconds(4), Duration.ofMillis(200))
                .losingOneOf(100)
                .spinning()
                .logging(folder.resolve("services.log"));
        List<String> words = new ArrayList<>(all.args());
        words.addAll(List.of("--protocol", "http", "--port", "7007"));

        assertThat(Oracle.parse(words)).isEqualTo(new Oracle.Told(all, Oracle.HTTP, 7007));
        assertThat(Oracle.parse(Oracle.PLAIN.args())).isEqualTo(new Oracle.Told(Oracle.PLAIN, Oracle.ECHO, 0));
    }

    @Test
    void wordsThatMakeNoSense() {
        assertThatThrownBy(() -> Oracle.parse(List.of("--fast", "yes"))).hasMessageContaining("unknown option --fast");
        assertThatThrownBy(() -> Oracle.parse(List.of("--lose"))).hasMessageContaining("pairs of option and value");
        assertThatThrownBy(() -> Oracle.parse(List.of("--protocol", "chat")))
                .hasMessageContaining("unknown protocol chat");
    }

    @Test
    void aLogIsReadAsItWasWritten() throws IOException {
        Path file = folder.resolve("services.log");
        ServiceLog log = ServiceLog.create(file);
        log.add(1_000, 1_400, false);
        log.add(1_410, 1_500, true);
        log.add(9_000, 9_300, false);
        log.add(9_330, 9_400, true);
        log.add(9_412, 9_500, true);

        ServiceLog.Services services = ServiceLog.read(file);

        assertThat(services.lengths()).containsExactly(400, 90, 300, 70, 88);
        assertThat(services.overhead()).isEqualTo(12);
    }

    @Test
    void aLogThatIsTooShortSaysSo() throws IOException {
        Path file = folder.resolve("services.log");
        ServiceLog log = ServiceLog.create(file);
        for (int i = 0; i <= ServiceLog.CAPACITY; i++) {
            log.add(i, i + 1, false);
        }

        assertThatThrownBy(() -> ServiceLog.read(file)).hasMessageContaining("its log holds");
    }

    @Test
    void eachWaitsForThoseBefore() {
        long[] arrivals = {0, 10, 20, 100, 101};
        long[] services = {15, 15, 5, 1, 9};

        assertThat(Lindley.responses(arrivals, services)).containsExactly(15, 20, 15, 1, 9);
        assertThatThrownBy(() -> Lindley.responses(new long[1], new long[2])).hasMessageContaining("2 services");
    }

    @Test
    void knownPointsOfAndersonAndDarling() {
        // Critical values for a fully specified distribution: Stephens 1974.
        assertThat(1 - AndersonDarling.distribution(1.933)).isBetween(0.099, 0.101);
        assertThat(1 - AndersonDarling.distribution(2.492)).isBetween(0.0495, 0.0505);
        assertThat(1 - AndersonDarling.distribution(3.878)).isBetween(0.0098, 0.0102);
    }
}
