package dev.gearbox.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The generator as a process of its own. Reads a plan, one line of JSON, from standard input; prints an event as a line of JSON when each
 * phase begins, and last the report. Ends at once when standard input does: a parent that dies takes it along. Exit code 2 and one line on
 * standard error: the plan or the target is of no use, or the generator cannot go on.
 *
 * <p>Best started with a young generation that holds all the garbage of the run, because a collection in the window makes it invalid, and
 * with native access, for the timer slack: {@code -XX:+UseSerialGC -Xms1g -Xmx1g -Xmn800m --enable-native-access=dev.gearbox.load}.
 */
public final class GeneratorMain {
    private GeneratorMain() {}

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) {
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.exit(run(in, out, System.err));
    }

    private static int run(BufferedReader in, PrintStream out, PrintStream err) {
        try {
            String line = in.readLine();
            if (line == null) {
                err.println("no plan: one line of JSON was expected on standard input");
                return 2;
            }
            LoadPlan plan = LoadPlan.fromJson(line);
            endWith(in);
            LoadReport report = Generator.run(plan, new Lines(out));
            var event = JsonNodeFactory.instance.objectNode().put("event", "report");
            event.set("report", report.toTree());
            out.println(event);
            out.flush();
            return 0;
        } catch (BadPlanException | GeneratorException e) {
            err.println(e.getMessage());
        } catch (IOException e) {
            err.println("no plan: " + e.getMessage());
        } catch (InterruptedException _) {
            err.println("interrupted");
        }
        return 2;
    }

    private static void endWith(BufferedReader in) {
        Thread.ofPlatform().daemon().name("end of input").start(() -> {
            try {
                while (in.readLine() != null) {
                    // Nothing more is expected; only the end matters.
                }
            } catch (IOException expected) {
                // A broken pipe is an end, too.
            }
            Runtime.getRuntime().halt(3);
        });
    }

    private record Lines(PrintStream out) implements GeneratorListener {
        private void say(String event) {
            out.println("{\"event\":\"" + event + "\"}");
            out.flush();
        }

        @Override
        public void connecting() {
            say("connecting");
        }

        @Override
        public void warming() {
            say("warming");
        }

        @Override
        public void measuring() {
            say("measuring");
        }

        @Override
        public void progress(long requests, long errors) {
            out.println("{\"event\":\"progress\",\"requests\":" + requests + ",\"errors\":" + errors + "}");
            out.flush();
        }

        @Override
        public void measured() {
            say("measured");
        }
    }
}
