package dev.gearbox.engines.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.PartRole;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flight recorder events of engines that are composed of engines. */
class FlightRecordingTest {
    @TempDir
    private Path folder;

    private final Recording recording = new Recording();

    @Test
    void aDecisionTellsWhatWasSeenAndWhatCameOfIt() throws IOException {
        recording.start();
        DecisionRecorder recorder = new DecisionRecorder();
        ShiftDecision first = decision("peer 1");
        ShiftDecision second = decision("peer 2");
        recorder.decided(1, first);
        recorder.decided(2, second);
        recorder.answered(2, second, 5, Optional.of("it is full"));
        recorder.answered(1, first, 7, Optional.empty());
        List<RecordedEvent> decisions = recorded("gearbox.Decision");
        assertThat(decisions)
                .extracting(event -> event.getString("connection"), event -> event.getString("refusal"))
                .containsExactlyInAnyOrder(tuple("peer 1", null), tuple("peer 2", "it is full"));
        assertThat(decisions).allSatisfy(event -> {
            assertThat(event.getString("from")).isEqualTo("epoll");
            assertThat(event.getString("to")).isEqualTo("virtual");
            assertThat(event.getString("why")).isEqualTo("it blocks");
            assertThat(event.getString("alternative")).isEqualTo("to stay");
            assertThat(event.getString("expected")).isEqualTo("others wait less");
            assertThat(event.getLong("bytesPerCallback")).isEqualTo(100);
            assertThat(event.getDuration("slowTime").toMillis()).isEqualTo(60);
            assertThat(event.getDuration("window").toMillis()).isEqualTo(1_000);
        });
    }

    @Test
    void partsSayWhatTheyArePartOf() throws IOException {
        recording.enable("gearbox.EngineStatistics").with("period", "endChunk");
        recording.start();
        try (Engine whole = Engines.start("parking")) {
            List<RecordedEvent> figures = recorded("gearbox.EngineStatistics");
            assertThat(figures)
                    .filteredOn(event -> event.getString("engine").equals(whole.toString()))
                    .isNotEmpty()
                    .allSatisfy(event -> assertThat(event.getString("partOf")).isNull());
            assertThat(figures)
                    .filteredOn(event -> event.getString("engine").equals("selector"))
                    .isNotEmpty()
                    .allSatisfy(event -> assertThat(event.getString("partOf")).isEqualTo(whole.toString()));
        }
    }

    private static ShiftDecision decision(String peer) {
        ConnectionSignals seen = new ConnectionSignals(
                5_000, peer, PartRole.START, 1_000, 9, 900, 3, 60_000_000, -1, 0, 0, 99, .5, 1_000);
        return new ShiftDecision(
                seen, PartRole.BLOCKING, "epoll", "virtual", "it blocks", "to stay", "others wait less");
    }

    private List<RecordedEvent> recorded(String event) throws IOException {
        Path file = folder.resolve("recording.jfr");
        try (recording) {
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(recorded -> recorded.getEventType().getName().equals(event))
                .toList();
    }
}
