package dev.gearbox.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.data.LabException;
import dev.gearbox.subject.JvmUsage;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SubjectStatsTest {
    @Test
    void whatASubjectTellsOfItsJvmIsDecodedStrictly() {
        String good = "\"jitMillis\":1,\"gcCount\":2,\"gcMillis\":3,\"allocatedBytes\":4,\"heapUsedBytes\":5,"
                + "\"directBytes\":6,\"threads\":7";
        assertThat(SubjectStats.jvm(JsonMapper.shared().readTree("{\"jvm\":{" + good + "}}")))
                .contains(new JvmUsage(1, 2, 3, 4, 5, 6, 7));
        assertThat(SubjectStats.jvm(null)).isEmpty();
        assertThat(SubjectStats.jvm(JsonMapper.shared().readTree("{\"usage\":{}}")))
                .isEmpty();
        for (String bad : new String[] {good + ",\"more\":1", good.replace(",\"threads\":7", "")}) {
            assertThatThrownBy(() -> SubjectStats.jvm(JsonMapper.shared().readTree("{\"jvm\":{" + bad + "}}")))
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("same version");
        }
    }
}
