package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "subject=0 load=1               | subject=0 load=1              | server on core 0, load on core 1                    | false",
                "load=2,3  subject=1,0          | subject=0,1 load=2,3          | server on cores 0,1, load on cores 2,3              | false",
                "subject=0,1 load=0,1           | subject=0,1 load=0,1          | server and load share cores 0,1                     | true",
                "subject=0-2 load=2             | subject=0,1,2 load=2          | server on cores 0,1,2, load on core 2               | true",
                "subject=0 load=1 origin=2      | subject=0 load=1 origin=2     | server on core 0, load on core 1, origin on core 2  | false",
                "subject=0 load=1 origin=0      | subject=0 load=1 origin=0     | server on core 0, load on core 1, origin on core 0  | true",
                "subject=0 load=0 origin=1      | subject=0 load=0 origin=1     | server and load share core 0, origin on core 1      | true",
                "subject=0,0 load=1 origin=1    | subject=0 load=1              | server on core 0, load on core 1                    | false",
            })
    void readsCores(String text, String written, String caption, boolean contended) {
        Placement placement = Placement.parse(text);
        assertThat(placement.text()).isEqualTo(written);
        assertThat(placement.caption()).isEqualTo(caption);
        assertThat(placement.contended()).isEqualTo(contended);
        assertThat(Placement.parse(written)).isEqualTo(placement);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "subject=0             | load has no cores",
                "load=0                | subject has no cores",
                "subject=0 load=1 load=2 | load is named twice",
                "server=0 load=1       | \"server=0\" names no cores of subject, load or origin",
                "subject=0 load=       | the cores in \"load=\" are not numbers",
                "subject=0 load=1,     | the cores in \"load=1,\" are not numbers",
                "subject=0 load=-1     | the cores in \"load=-1\" are not numbers",
                "subject=0 load=host:1 | the cores in \"load=host:1\" are not numbers",
                "subject=3-1 load=0    | there are no cores 3-1",
                "subject=0 load=9999   | there are no cores 9999",
                "sharde                | \"sharde\" names no cores of subject, load or origin",
            })
    void refusesWhatIsNoPlacement(String text, String why) {
        assertThatThrownBy(() -> Placement.parse(text))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining(why)
                .hasMessageEndingWith("It takes shared, or cores for subject and load: subject=0,1 load=2");
    }

    @Test
    void isReadAsItWasWritten() {
        Placement placement = Placement.parse("subject=0,1 load=2 origin=3");
        String json = StrictJson.LINE.writeValueAsString(placement);
        assertThat(json).contains("\"subject\":{\"cores\":[0,1]}");
        assertThat(StrictJson.LINE.readValue(json, Placement.class)).isEqualTo(placement);
        assertThat(placement.cores()).containsExactly(0, 1, 2, 3);
    }

    /** Without a placement of its own an experiment is written as before there were any, so that earlier results stay valid. */
    @Test
    void theDefaultIsNotWritten() {
        Experiment usual = MadeEvidence.of("a", "b").evidence().experiment();
        assertThat(StrictJson.LINE.valueToTree(usual).propertyNames())
                .doesNotContain("placement", "control", "meanings");
        assertThat(usual.title()).isEqualTo("ping, connections 100");
        assertThat(usual.contended()).isFalse();
        assertThat(usual.subjectCores()).isEqualTo(1);
        Experiment shared = usual.placed(Placement.shared(List.of(0, 1)));
        assertThat(shared.title()).isEqualTo("ping, connections 100 (server and load share cores 0,1)");
        assertThat(shared.contended()).isTrue();
        assertThat(shared.subjectCores()).isEqualTo(2);
        assertThat(StrictJson.LINE.treeToValue(StrictJson.LINE.valueToTree(shared), Experiment.class))
                .isEqualTo(shared);
    }
}
