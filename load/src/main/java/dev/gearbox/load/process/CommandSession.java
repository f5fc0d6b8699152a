package dev.gearbox.load.process;

import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorException;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.loop.SynchronizedStart;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.LoadReport;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Executes {@link Command}s, one after the other, on the calling thread. */
final class CommandSession {
    private final EventOutput lines;
    private final Map<String, SlicedLoad> arms = new HashMap<>();

    CommandSession(EventOutput lines) {
        this.lines = lines;
    }

    /** Executes one command to its end and returns its answer. */
    String answer(JsonNode tree) throws InterruptedException {
        ObjectNode answer;
        try {
            answer = carryOut(Command.fromTree(tree));
        } catch (BadPlanException | GeneratorException | UncheckedIOException e) {
            answer = refused(e);
        }
        return answer.toString();
    }

    static ObjectNode refused(Exception e) {
        String cause = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return event("refused").put("cause", cause);
    }

    private static ObjectNode event(String name) {
        return JsonNodeFactory.instance.objectNode().put("event", name);
    }

    private ObjectNode carryOut(Command command) throws InterruptedException {
        return switch (command) {
            case Command.Connect(String arm, LoadPlan plan, int beside) -> {
                if (arms.containsKey(arm)) {
                    throw new BadPlanException("arm \"" + arm + "\": already exists; drop it first");
                }
                // Several loops on one core would each take the others' time by spinning.
                GeneratorCore core = beside > 0 ? GeneratorCore.SHARED : GeneratorCore.detect();
                SlicedLoad load = SlicedLoad.connect(plan, beside, core, GeneratorListener.NONE, System::nanoTime);
                arms.put(arm, load);
                yield event("connected")
                        .put("arm", arm)
                        .put("connections", load.connections())
                        .put("asked", load.asked());
            }
            case Command.Run run -> {
                ObjectNode report = event("report").put("arm", run.arm());
                report.set("report", run(run).toTree());
                yield report;
            }
            case Command.Drop(String arm) -> {
                known(arm, arms.remove(arm)).close();
                yield event("dropped").put("arm", arm);
            }
        };
    }

    private LoadReport run(Command.Run run) throws InterruptedException {
        SlicedLoad load = known(run.arm(), arms.get(run.arm()));
        try {
            return load.run(
                    run.slice(), run.at().map(SynchronizedStart::new), new Told(run.arm(), lines, run.progress()));
        } catch (GeneratorException | UncheckedIOException e) {
            // The slice was interrupted in the middle: the arm cannot be used any more.
            arms.remove(run.arm());
            load.close();
            throw e;
        }
    }

    private SlicedLoad known(String arm, @Nullable SlicedLoad load) {
        if (load == null) {
            throw new BadPlanException("arm \"" + arm + "\": is not connected; send {\"arm\":...,\"plan\":...} first");
        }
        return load;
    }

    /** Reports the events of one slice. The lines are encoded before the slice begins, so that only writing happens in the window. */
    private static final class Told implements GeneratorListener {
        private final EventOutput lines;
        private final byte[] measuring;
        private final byte[] measured;
        private final boolean progress;

        Told(String arm, EventOutput lines, boolean progress) {
            this.lines = lines;
            this.progress = progress;
            measuring = EventOutput.encoded(event("measuring").put("arm", arm).toString());
            measured = EventOutput.encoded(event("measured").put("arm", arm).toString());
        }

        @Override
        public void measuring() {
            lines.write(measuring);
        }

        @Override
        public void progress(long requests, long errors) {
            if (progress) {
                lines.progress(requests, errors);
            }
        }

        @Override
        public void measured() {
            lines.write(measured);
        }
    }
}
