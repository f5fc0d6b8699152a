package dev.gearbox.cli;

import dev.gearbox.lab.JvmFlags;
import dev.gearbox.lab.Launch;
import dev.gearbox.load.LoadPlan;
import dev.gearbox.load.LoadReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The load generator in a JVM of its own, with a young generation that its window does not fill: a collection would be measured as the
 * server's latency.
 */
final class GeneratorChild implements AutoCloseable {
    /** Hears what the generator is doing, about once a second. */
    interface Listener {
        void at(String phase, long requests, long errors);
    }

    private static final int LOG_LINES = 20;

    private final Process process;
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

    private record Line(@Nullable String text, boolean event) {}

    GeneratorChild() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                JvmFlags.generator(Runtime.getRuntime().availableProcessors()).options());
        command.addAll(new Launch.InModule("dev.gearbox.load", "dev.gearbox.load.GeneratorMain").options());
        try {
            process = new ProcessBuilder(command).start();
        } catch (IOException cannot) {
            throw new Refusal("cannot start the load generator: " + cannot.getMessage(), cannot);
        }
        read(new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)), true);
        read(new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)), false);
    }

    /** Runs the plan to its end; an interrupt ends the child. */
    LoadReport run(LoadPlan plan, Listener listener) throws InterruptedException {
        Writer in = process.outputWriter(StandardCharsets.UTF_8);
        try {
            in.write(plan.toJson() + "\n");
            in.flush();
        } catch (IOException gone) {
            throw new Refusal("the load generator ended at once: " + gone.getMessage(), gone);
        }
        Deque<String> log = new ArrayDeque<>();
        String phase = "connecting";
        for (int open = 2; open > 0; ) {
            Line line = lines.take();
            if (line.text() == null) {
                open--;
            } else if (!line.event()) {
                log.addLast(line.text());
                if (log.size() > LOG_LINES) {
                    log.removeFirst();
                }
            } else {
                JsonNode event = JsonMapper.shared().readTree(line.text());
                String name = event.path("event").asString("");
                if (name.equals("report")) {
                    return LoadReport.fromTree(event.path("report"));
                }
                phase = name.equals("progress") ? phase : name;
                listener.at(
                        phase,
                        event.path("requests").asLong(0),
                        event.path("errors").asLong(0));
            }
        }
        throw new Refusal(log.isEmpty() ? "the load generator ended without a report" : log.getLast());
    }

    private void read(BufferedReader from, boolean event) {
        Thread.ofVirtual().start(() -> {
            try (from) {
                for (String text = from.readLine(); text != null; text = from.readLine()) {
                    lines.add(new Line(text, event && text.startsWith("{\"event\"")));
                }
            } catch (IOException broken) {
                lines.add(new Line("the load generator's output broke off: " + broken.getMessage(), false));
            } finally {
                lines.add(new Line(null, false));
            }
        });
    }

    /** No child is left: it ends with its input, or is killed. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException expected) {
            process.destroy(); // the pipe is broken: so it has ended, or will now
        }
        boolean interrupted = Thread.interrupted();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException again) {
            process.destroyForcibly();
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
