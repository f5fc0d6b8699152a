package dev.gearbox.check.oracle;

import dev.gearbox.check.Context;
import dev.gearbox.check.LoadTool;
import dev.gearbox.lab.child.JvmFlags;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.LoadReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** An {@link OracleServer} outside the lab, loaded by another program, or by our generator in its simplest form, one plan in and one report out. */
public final class LoneServer implements AutoCloseable {
    private static final String READY = "READY ";

    private final Context context;
    private final Process process;
    private final int port;

    private LoneServer(Context context, Process process, int port) {
        this.context = context;
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it on the server's processors.
     *
     * @throws IOException if it does not become ready
     */
    public static LoneServer start(Context context, Oracle oracle, String protocol) throws IOException {
        List<String> words = new ArrayList<>(oracle.args());
        words.addAll(List.of("--protocol", protocol, "--port", "0"));
        Process process = java(
                context.setup().pinning().server(),
                context.setup().server(),
                oracle.subject("lone").launch(),
                words);
        String line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null || !line.startsWith(READY)) {
            process.destroyForcibly();
            throw new IOException("the oracle server did not become ready: " + line);
        }
        int port = JsonMapper.shared()
                .readTree(line.substring(READY.length()))
                .required("port")
                .asInt();
        return new LoneServer(context, process, port);
    }

    public int port() {
        return port;
    }

    /**
     * Loads a server with our generator, in a JVM of its own.
     *
     * @throws LabException if the generator ended without a report
     */
    public LoadReport load(LoadPlan plan) throws IOException {
        Process generator = java(
                context.setup().pinning().generator(),
                context.setup().generator(),
                context.setup().generatorMain(),
                List.of());
        try {
            Writer in = generator.outputWriter(StandardCharsets.UTF_8);
            in.write(plan.toJson() + "\n");
            in.flush();
            BufferedReader out = generator.inputReader(StandardCharsets.UTF_8);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("{\"event\":\"report\"")) {
                    return LoadReport.fromTree(
                            JsonMapper.shared().readTree(line).required("report"));
                }
            }
            throw new LabException("the generator ended without a report");
        } finally {
            end(generator);
        }
    }

    private static Process java(List<Integer> cpus, JvmFlags flags, JvmLaunch launch, List<String> words)
            throws IOException {
        List<String> command = new ArrayList<>(LoadTool.pinned(cpus));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags.options());
        command.addAll(launch.options());
        command.addAll(words);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void end(Process child) {
        child.destroyForcibly();
        child.onExit().join();
    }

    @Override
    public void close() {
        end(process);
    }
}
