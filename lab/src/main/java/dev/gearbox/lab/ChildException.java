package dev.gearbox.lab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A child did not do what it should; the message says which and what. It fails what it took part in and nothing else. */
final class ChildException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient @Nullable ChildProcess blamed;

    ChildException(String cause, @Nullable ChildProcess blamed) {
        super(cause);
        this.blamed = blamed;
    }

    /** What it printed, to the end: asked for when it has been killed. */
    List<String> log() throws InterruptedException {
        return blamed == null ? List.of() : blamed.wholeLogTail();
    }

    /** The message, which always exists. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
