package dev.gearbox.evidence.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.analysis.Metric;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims as files: valid contents, and errors that name file and key. */
class ClaimFileTest {
    static final Claim.KnownNames KNOWN = new Claim.KnownNames() {
        @Override
        public String label(String spec, Optional<String> offload) {
            if (!Set.of("selector", "threads", "virtual").contains(spec)) {
                throw new IllegalArgumentException("no engine \"" + spec + "\"");
            }
            return spec + offload.map(workers -> " + offload(" + workers + ")").orElse("");
        }

        @Override
        public void check(Claim.CellRef cell) {
            if (!Set.of("ping", "idle", "busy").contains(cell.workload())) {
                throw new EvidenceException("no workload \"" + cell.workload() + "\"");
            }
            if (!Set.of("connections", "quiet").containsAll(cell.axes().keySet())) {
                throw new EvidenceException("unknown axis");
            }
        }
    };

    static final String GOOD = """
            id: es-4
            statement: one selector needs less CPU
            source: a paper
            their-method: {how: by eye, reported: 50 against 60}
            workload: ping
            axes: {connections: 100}
            margin: 0.05
            parts:
              - name: less CPU
                metric: cores
                left: selector
                right: {arm: threads, offload: 50, axes: {connections: 200}}
                times: 2
                expect: left-lower
                size: {left: 50, right: 60}
              - name: an absolute one
                metric: connects
                left: {arm: virtual, workload: idle, axes: {quiet: 5}}
                right: {number: 100000}
                margin: 0.1
                expect: at-least
            """;

    @Test
    void aClaimSaysEverything() throws IOException {
        Claim claim = decode(GOOD);
        assertThat(claim.family()).isEqualTo("es-4");
        assertThat(claim.theirs().reported()).isEqualTo("50 against 60");
        assertThat(claim.note()).isEmpty();
        Claim.Part first = claim.parts().getFirst();
        assertThat(first.measure()).isEqualTo(new Claim.Measure.Blocked(Metric.CORES));
        assertThat(first.left().cell()).hasToString("ping connections=100");
        assertThat(first.right().orElseThrow().cell()).hasToString("ping connections=200");
        assertThat(first.right().orElseThrow().arm().label()).isEqualTo("threads + offload(50)");
        assertThat(first.number()).isEqualTo(2);
        assertThat(first.margin()).isEqualTo(0.05);
        assertThat(first.size().orElseThrow().right()).isEqualTo(60);
        Claim.Part second = claim.parts().getLast();
        assertThat(second.left().cell())
                .as("another workload has axes of its own")
                .hasToString("idle quiet=5");
        assertThat(second.right()).isEmpty();
        assertThat(second.number()).isEqualTo(100_000);
        assertThat(second.margin()).isEqualTo(0.1);
        assertThat(claim.runs().keySet())
                .extracting(Claim.CellRef::toString)
                .containsExactly("ping connections=200", "ping connections=100", "idle quiet=5");
    }

    @Test
    void whatIsMeasuredApartNeedsNoRun() throws IOException {
        assertThatThrownBy(() -> decode(GOOD.replace("metric: cores", "metric: accept-ready")))
                .hasMessage(
                        "es-4.yaml: parts[0].axes is not allowed: accept-ready is measured separately, under its own load");
        Claim claim = decode(GOOD.replace("metric: cores", "metric: accept-ready")
                .replace("{arm: threads, offload: 50, axes: {connections: 200}}", "{arm: threads}"));
        assertThat(claim.parts().getFirst().right().orElseThrow().cell()).hasToString("accept-ready");
        assertThat(claim.apart()).containsExactly(Claim.Measure.Kind.ACCEPT_READY);
        assertThat(claim.runs()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "source: a paper            | sauce: a paper                   | unknown key \"sauce\". Did you mean source? Known: axes, cores, either-way, family,",
                "source: a paper            | ''                               | source is missing",
                "id: es-4                   | id: four                         | id must be letters, a dash and a number",
                "margin: 0.1                | margin: 1.5                      | parts[1].margin is a share",
                "margin: 0.1                | margin: ten                      | parts[1].margin must be a number, not \"ten\"",
                "margin: 0.1                | margin: -1                       | parts[1].margin must be a number above 0",
                "reported: 50 against 60    | rep: 1                           | their-method: unknown key \"rep\". Did you mean reported? Known: how, reported",
                "metric: cores              | metric: beauty                   | parts[0].metric is \"beauty\": no metric",
                "metric: cores              | metric: beauty                   | measured separately: accept-waiting, accept-waiting-250us",
                "left: selector             | left: selecter                   | parts[0].left is \"selecter\": no engine",
                "arm: threads               | arm: treads                      | parts[0].right is \"treads\": no engine",
                "workload: ping             | workload: pong                   | parts[0].left is under a load that does not exist: no workload",
                "expect: at-least           | expect: much                     | parts[1].expect must be one of left-lower, left-higher, equal, at-least, at-most, not \"much\"",
                "{left: 50, right: 60}      | {left: 60, right: 50}            | parts[0].size says the opposite of expect: left-lower",
                "{number: 100000}           | {number: 1, times: 2}            | parts[1].right: unknown key \"times\". Known: arm, axes, number,",
                "{number: 100000}           | {number: 1, arm: threads}        | parts[1].right: number: excludes all other keys",
                "left: selector             | left: {offload: 50}              | parts[0].left.arm is missing",
                "margin: 0.05               | ''                               | margin is missing",
                "{number: 100000}           | {number: -1}                     | parts[1].right.number must be a number above 0",
                "expect: at-least           | {expect: at-least                | not valid YAML",
                "name: an absolute one      | nmae: x                          | parts[1]: unknown key \"nmae\". Did you mean name?",
                "right: {number: 100000}    | right: {arm: virtual, workload: idle, axes: {quiet: 5}} | parts[1].right is the same as left",
            })
    void anythingElseIsRefused(String what, String instead, String why) {
        assertThat(GOOD).contains(what.strip());
        assertThatThrownBy(() -> decode(GOOD.replace(what.strip(), instead.strip())))
                .isInstanceOf(EvidenceException.class)
                .hasMessageStartingWith("es-4.yaml: ")
                .hasMessageContaining(why.strip());
    }

    @Test
    void saysHowManyCoresItIsAbout() throws IOException {
        assertThat(decode(GOOD).cores()).isEqualTo(1);
        assertThat(decode(GOOD + "cores: 2\n").cores()).isEqualTo(2);
        assertThatThrownBy(() -> decode(GOOD + "cores: 0\n"))
                .hasMessage("es-4.yaml: cores must be the fewest cores that the subjects need, from 1");
    }

    @Test
    void aKeyThatIsThereTwiceIsRefused() {
        assertThatThrownBy(() -> decode(GOOD + "source: another\n"))
                .hasMessageStartingWith("es-4.yaml: not valid YAML");
    }

    @Test
    void aCellIsEqualWhateverTheOrderOfItsAxes() {
        assertThat(new Claim.CellRef("w", Map.of("a", "1", "b", "2")))
                .isEqualTo(new Claim.CellRef("w", Map.of("b", "2", "a", "1")));
    }

    static Claim decode(String text) throws IOException {
        return Claim.decode("es-4.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), KNOWN);
    }
}
