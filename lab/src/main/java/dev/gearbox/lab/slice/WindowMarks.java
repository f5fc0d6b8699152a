package dev.gearbox.lab.slice;

import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.SubjectProcess;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The readings of a subject and of the machine when a window opens and when it closes. */
public final class WindowMarks implements GeneratorProcess.Window {
    private final SubjectProcess subject;
    private final SliceMeter meter;
    private Instant at = Instant.EPOCH;
    private SliceMeter.@Nullable Mark before;
    private SliceMeter.@Nullable Mark after;

    public WindowMarks(SubjectProcess subject, SliceMeter meter) {
        this.subject = subject;
        this.meter = meter;
    }

    @Override
    public void opened() throws ChildException, InterruptedException {
        at = Instant.now();
        before = meter.mark(subject);
    }

    @Override
    public void closed() throws ChildException, InterruptedException {
        after = meter.mark(subject);
    }

    /** Returns when the window opened. */
    public Instant at() {
        return at;
    }

    public SliceMeter.Mark before() {
        return present(before);
    }

    public SliceMeter.Mark after() {
        return present(after);
    }

    private static SliceMeter.Mark present(SliceMeter.@Nullable Mark mark) {
        if (mark == null) {
            throw new IllegalStateException("the window has not been closed");
        }
        return mark;
    }
}
