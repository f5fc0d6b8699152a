package dev.gearbox.lab.child;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A child did not do what it should; the message says which and what. It fails what it took part in and nothing else. */
public final class ChildException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient @Nullable ChildProcess blamed;

    public ChildException(String cause, @Nullable ChildProcess blamed) {
        super(cause);
        this.blamed = blamed;
    }

    /** What it printed, to the end: asked for when it has been killed. */
    public List<String> log() throws InterruptedException {
        return blamed == null ? List.of() : blamed.wholeLogTail();
    }

    /** The message, which always exists. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
