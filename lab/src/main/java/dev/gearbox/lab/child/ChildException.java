package dev.gearbox.lab.child;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown when a child process fails; the message says which and how. It fails only the measurement in which the child takes part. */
public final class ChildException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient @Nullable ChildProcess blamed;

    public ChildException(String cause, @Nullable ChildProcess blamed) {
        super(cause);
        this.blamed = blamed;
    }

    /** Its complete output; read after it has been killed. */
    public List<String> log() throws InterruptedException {
        return blamed == null ? List.of() : blamed.wholeLogTail();
    }

    /** Returns the message, which is never null. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
