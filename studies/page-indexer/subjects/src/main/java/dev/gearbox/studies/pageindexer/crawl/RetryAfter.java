package dev.gearbox.studies.pageindexer.crawl;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * The Retry-After header, in seconds or as a date.
 *
 * @param pause the pause from now; empty if the header is absent or invalid
 */
record RetryAfter(Duration pause) {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final RetryAfter NEVER_SAID = new RetryAfter(Duration.ZERO);

    static RetryAfter of(@Nullable String value) {
        return of(value, Instant.now());
    }

    static RetryAfter of(@Nullable String value, Instant now) {
        if (value == null) {
            return NEVER_SAID;
        }
        String text = value.strip();
        if (text.matches("[0-9]{1,9}")) {
            return new RetryAfter(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return then.isAfter(now) ? new RetryAfter(Duration.between(now, then)) : NEVER_SAID;
        } catch (DateTimeParseException _) {
            return NEVER_SAID;
        }
    }

    boolean isAsked() {
        return pause.isPositive();
    }

    /** Returns whether the pause is too long to wait for in one run. */
    boolean isTooLong() {
        return pause.compareTo(LONGEST) > 0;
    }
}
