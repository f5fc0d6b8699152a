package dev.gearbox.load.process;

import dev.gearbox.load.Generator;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorException;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.PlanJson;
import dev.gearbox.load.report.LoadReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Runs the generator as a separate process. If the first line of standard input is a {@link LoadPlan} in JSON, the process runs it: it prints an event as
 * a line of JSON when each phase begins, and finally the report. If it is a {@link Command}, the process executes it and waits for the next one.
 *
 * <p>Exits immediately at the end of standard input, so that it does not outlive its parent: exit code 3 if it was busy then, 0 if not. Exit code 2 and
 * one line on standard error: the plan or the target is invalid, or the generator cannot continue.
 *
 * <p>Pin it to its own core ({@link GeneratorCore}), and give it a young generation that holds all the garbage of the run, because a collection in the
 * window makes the result invalid: {@code -XX:+UseSerialGC -Xms1g -Xmx1g -Xmn800m}. Give it native access, for io_uring and, on a shared core,
 * the timer slack: {@code --enable-native-access=dev.gearbox.load,dev.gearbox.engines.linux}.
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
        System.exit(run(in, new EventOutput(out), System.err));
    }

    private static int run(BufferedReader in, EventOutput lines, PrintStream err) {
        try {
            String line = in.readLine();
            if (line == null) {
                err.println("no plan: one line of JSON was expected on standard input");
                return 2;
            }
            JsonNode first = PlanJson.parse(line, "plan");
            var input = new CommandInput(in);
            if (Command.isOne(first)) {
                input.read(line);
                carryOut(input, lines);
            }
            LoadPlan plan = LoadPlan.fromTree(first);
            input.read(line);
            LoadReport report = Generator.run(plan, lines);
            var event = JsonNodeFactory.instance.objectNode().put("event", "report");
            event.set("report", report.toTree());
            lines.say(event.toString());
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

    /** Serves commands until the input ends, which terminates the process. */
    private static void carryOut(CommandInput input, EventOutput lines) throws InterruptedException {
        var session = new CommandSession(lines);
        while (true) {
            String line = input.take();
            String answer;
            try {
                answer = session.answer(PlanJson.parse(line, "command"));
            } catch (BadPlanException e) {
                answer = CommandSession.refused(e).toString();
            }
            // Before the answer: a client that has received it may close the input immediately.
            input.answered();
            lines.say(answer);
        }
    }
}
