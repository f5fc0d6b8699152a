package dev.gearbox.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The log lines for an engine that has no descriptors left. */
class ExhaustionLogTest {
    private final IOException none = new IOException("Too many open files");

    private final List<String> lines = new ArrayList<>();
    private boolean broken;
    private long now;
    private final ExhaustionLog log = new ExhaustionLog("selector", new Lines(), () -> now);

    @Test
    void itBeginsOnceAndEndsOnceWithTheCount() {
        for (int index = 0; index < 50; index++) {
            log.failed(none);
        }
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("WARNING selector")
                .contains("Too many open files");
        log.over();
        log.over();
        assertThat(lines)
                .hasSize(2)
                .last()
                .asString()
                .startsWith("INFO selector")
                .endsWith(": 50");
    }

    @Test
    void whatBeginsAgainAtOnceIsOnlyCounted() {
        log.failed(none);
        log.over();
        for (int index = 0; index < 3; index++) {
            log.failed(none);
            log.over();
        }
        assertThat(lines).hasSize(2);
        now += ExhaustionLog.QUIET_NANOS;
        log.failed(none);
        assertThat(lines).hasSize(3);
        log.over();
        assertThat(lines).hasSize(4).last().asString().endsWith(": 4");
    }

    @Test
    void aLoggerThatCannotIsAskedAgain() {
        broken = true;
        log.failed(none);
        log.over();
        broken = false;
        assertThat(lines).isEmpty();
        log.failed(none);
        assertThat(lines).hasSize(1);
        broken = true;
        log.over();
        broken = false;
        log.over();
        assertThat(lines).hasSize(2).last().asString().endsWith(": 2");
    }

    private final class Lines implements System.Logger {
        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
            log(level, bundle, message, new @Nullable Object[0]);
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String format,
                @Nullable Object @Nullable ... parameters) {
            if (broken) {
                throw new NoClassDefFoundError("java/time/zone/ZoneRulesProvider");
            }
            lines.add(level + " " + format);
        }
    }
}
