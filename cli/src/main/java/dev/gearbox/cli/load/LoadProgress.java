package dev.gearbox.cli.load;

import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.lab.child.JointLoad;
import dev.gearbox.load.plan.LoadPlan;
import java.time.Duration;

/** The progress of a load, from its planned duration and from the phases that the generators report. */
final class LoadProgress implements JointLoad.LoadListener {
    private final LoadPlan plan;
    private final ProgressBar bar;
    private long begun = System.nanoTime();
    private String phase = "";
    private long requests;
    private long errors;

    LoadProgress(LoadPlan plan, ProgressBar bar) {
        this.plan = plan;
        this.bar = bar;
    }

    @Override
    public void at(String now, long answered, long failed) {
        if (!now.equals(phase)) {
            phase = now;
            begun = System.nanoTime();
        }
        requests = answered;
        errors = failed;
        Duration in = Duration.ofNanos(System.nanoTime() - begun);
        Duration all = plan.warmUp().plus(plan.measure());
        Duration done = switch (phase) {
            case "warming" -> in;
            case "measuring" -> plan.warmUp().plus(in);
            case "measured" -> all;
            default -> Duration.ZERO;
        };
        bar.show((double) done.toMillis() / all.toMillis(), phase + counts(), all.minus(done));
    }

    private String counts() {
        return (requests > 0 ? ", " + NumberText.count(requests) + " answered" : "")
                + (errors > 0 ? ", " + NumberText.count(errors) + " errors" : "");
    }

    /** What is known about a load that was stopped: the generators report times only at its end. */
    String stopped() {
        return phase.equals("measuring") || phase.equals("measured")
                ? "Stopped: " + NumberText.count(requests) + " answered in the window when last counted, "
                        + NumberText.count(errors) + " errors. Times are known only at the end."
                : "Stopped while " + phase + ": nothing has been measured yet.";
    }
}
