package dev.gearbox.lab.job;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.InstrumentProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.fork.Harness;
import dev.gearbox.lab.probe.CallTrace;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** After the blocks of a fork: has each arm do a small part of the job once more, and traces all its system calls. */
record JobTrace(JobCell cell, Map<String, Subject> subjects, Duration patience) {
    /** Enough forks for an interval; these figures hardly vary. */
    static final int TRACED_FORKS = 3;

    /** Tracing an arm that is slower than this, such as one that makes a call for each byte, would take minutes. */
    private static final double MOST_PACE = 100;

    void all(Harness.Fork<InstrumentProcess> fork) throws ChildException, InterruptedException {
        int number = fork.diary().fork();
        if (cell.traced() == 0 || number > TRACED_FORKS) {
            return;
        }
        Set<String> told = fork.diary().told(ForkEvent.Counted.class, ForkEvent.Counted::arm);
        for (SubjectProcess arm : fork.children().alive()) {
            if (!told.contains(arm.label())) {
                fork.diary().say("tracing system calls: " + arm.label());
                fork.children().attempt(arm, () -> fork.diary().append(traced(fork, number, arm)));
            }
        }
    }

    private ForkEvent traced(Harness.Fork<InstrumentProcess> fork, int number, SubjectProcess arm)
            throws ChildException, InterruptedException {
        if (Objects.requireNonNull(subjects.get(arm.label())).pace() > MOST_PACE) {
            return untraced(number, arm, "it is slow by design, and tracing would make it many times slower");
        }
        long units = Math.min(cell.traced(), cell.units());
        int port = fork.children().instrument().map(InstrumentProcess::port).orElse(0);
        try (CallTrace trace = CallTrace.attach(arm.pid())) {
            JsonNode answer = arm.ask(
                    "job " + cell.order(units, port, fork.fixture()),
                    cell.timeout().plus(patience));
            if (answer == null) {
                throw arm.failure(arm.label() + " did not end its job while it was traced");
            }
            if (answer.has("failed")) {
                return untraced(number, arm, answer.path("failed").asString());
            }
            CallTrace.Calls seen = trace.stop();
            return new ForkEvent.Counted(number, arm.label(), units, seen.calls(), seen.bytesRead(), null);
        } catch (IOException cannot) {
            return untraced(number, arm, String.valueOf(cannot.getMessage()));
        }
    }

    private static ForkEvent untraced(int number, SubjectProcess arm, String why) {
        return new ForkEvent.Counted(number, arm.label(), 0, Map.of(), arm.label() + ": " + why);
    }
}
