package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.Hello;
import dev.gearbox.http.server.HttpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recording has an event for each exchange, of its server and of its client, with its outcome and without its query. */
@Timeout(120)
class HttpRecordingTest {
    private static final String SERVER = "gearbox.HttpServerExchange";
    private static final String CLIENT = "gearbox.HttpClientExchange";

    @TempDir
    Path folder;

    private List<RecordedEvent> record() throws Exception {
        Path file = folder.resolve("http.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(SERVER).withThreshold(Duration.ZERO);
            recording.enable(CLIENT).withThreshold(Duration.ZERO);
            recording.start();
            try (HttpFixture fixture = new HttpFixture("selector", HttpServer.of(new Hello()))) {
                fixture.get("/hello");
                fixture.get("/nothing?password=secret");
                fixture.get("/throws");
                fixture.failure(HttpRequest.get(fixture.uri("/abort")));
            }
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    private static List<String> of(List<RecordedEvent> events, String name, String reason) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .map(event -> event.getString("method") + " " + event.getString("path") + " " + event.getInt("status")
                        + " " + event.getString(reason))
                .toList();
    }

    @Test
    void each_exchange_with_its_outcome() throws Exception {
        List<RecordedEvent> events = record();
        assertThat(of(events, SERVER, "message"))
                .containsExactlyInAnyOrder(
                        "GET /hello 200 null",
                        "GET /nothing 404 null",
                        "GET /throws 500 java.lang.IllegalStateException: on purpose",
                        "GET /abort 200 the connection was closed");
        assertThat(of(events, CLIENT, "failure"))
                .containsExactlyInAnyOrder(
                        "GET /hello 200 null",
                        "GET /nothing 404 null",
                        "GET /throws 500 null",
                        "GET /abort 200 TRUNCATED");
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals(CLIENT))
                .allSatisfy(event -> assertThat(event.getString("origin")).startsWith("http://127.0.0.1:"));
    }

    @Test
    void nothing_is_recorded_without_a_recording() {
        assertThat(HttpClientExchangeEvent.started()).isNull();
    }
}
