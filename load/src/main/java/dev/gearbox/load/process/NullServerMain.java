package dev.gearbox.load.process;

import dev.gearbox.load.plan.BadPlanException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A server that does as little as possible, to measure the generator itself: its maximum rate, and the times that it sees when the server costs next to
 * nothing. Uses the protocol of the lab's subjects: {@code READY {"port":N}} when it listens, {@code STATS {...}} for each line {@code stats}, and exits
 * at the end of standard input.
 */
public final class NullServerMain {
    private NullServerMain() {}

    /**
     * Runs.
     *
     * @param args {@code --port N} (0: any, the default) and {@code --protocol echo}, the only protocol it supports
     */
    public static void main(String[] args) {
        try {
            serve(port(List.of(args)));
        } catch (IOException | BadPlanException e) {
            System.err.println("null server: " + e.getMessage());
            System.exit(2);
        }
    }

    private static int port(List<String> args) {
        int port = 0;
        for (int i = 0; i < args.size(); i += 2) {
            String value = i + 1 < args.size() ? args.get(i + 1) : "";
            if (args.get(i).equals("--port") && value.matches("\\d{1,5}") && Integer.parseInt(value) <= 65_535) {
                port = Integer.parseInt(value);
            } else if (!args.get(i).equals("--protocol") || !value.equals("echo")) {
                throw new BadPlanException(
                        "\"" + String.join(" ", args) + "\" is invalid. Known: --port N, --protocol echo");
            }
        }
        return port;
    }

    private static void serve(int port) throws IOException {
        try (var echo = new NullEcho(port)) {
            Thread.ofPlatform().daemon().name("null server").start(echo);
            var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            out.println("READY {\"port\":" + echo.port() + ",\"engine\":\"null\",\"protocol\":\"echo\"}");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.strip().equals("stats")) {
                    out.println("STATS {\"accepted\":" + echo.accepted() + ",\"requests\":" + echo.requests() + "}");
                }
            }
        }
    }
}
