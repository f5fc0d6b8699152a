package dev.gearbox.advise.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the settings of a recording leave out. */
final class RecordedSettingsTest {
    private final RecordedSettings settings = new RecordedSettings();

    @Test
    void all_events_can_be_counted() {
        settings.add("jdk.SocketRead", "enabled", "true");
        settings.add("jdk.SocketRead", "threshold", "0 ns");
        settings.add("jdk.SocketWrite", "throttle", "off");
        settings.add("jdk.SocketWrite", "stackTrace", "true");
        settings.add("jdk.FileRead", "threshold", "20 ms");
        assertThat(settings.uncountable()).isEmpty();
        assertThat(settings.hiddenWait()).isEqualTo(Duration.ZERO);
    }

    @Test
    void a_throttle_is_named() {
        settings.add("jdk.SocketRead", "threshold", "0 ns");
        settings.add("jdk.SocketWrite", "throttle", "100/s");
        assertThat(settings.uncountable()).hasValue("it has at most 100/s of jdk.SocketWrite (its throttle)");
    }

    @Test
    void the_strictest_setting_counts_if_they_changed() {
        settings.add("jdk.SocketRead", "threshold", "0 ns");
        settings.add("jdk.SocketRead", "threshold", "100 us");
        settings.add("jdk.SocketRead", "threshold", "0 ns");
        assertThat(settings.uncountable()).hasValue("it has jdk.SocketRead only above 100 us (its threshold)");
    }

    @Test
    void a_disabled_event_is_named() {
        settings.add("jdk.SocketWrite", "enabled", "false");
        assertThat(settings.uncountable()).hasValue("it was made with jdk.SocketWrite disabled");
    }

    @Test
    void the_longest_hidden_wait() {
        settings.add("jdk.ThreadPark", "threshold", "10 ms");
        settings.add("jdk.ThreadSleep", "threshold", "20 ms");
        assertThat(settings.hiddenWait()).isEqualTo(Duration.ofMillis(20));
    }
}
