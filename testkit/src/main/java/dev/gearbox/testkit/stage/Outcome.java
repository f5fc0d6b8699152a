package dev.gearbox.testkit.stage;

import java.time.Duration;

/** What became of a behaviour on an engine. */
public sealed interface Outcome {
    /** It behaves. */
    record Passed(Duration took) implements Outcome {}

    /** It does not. */
    record Failed(Throwable why) implements Outcome {}

    /** It need not: the card says so. */
    record NotApplicable(String reason) implements Outcome {}
}
