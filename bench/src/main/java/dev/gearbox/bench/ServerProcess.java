package dev.gearbox.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the servers that are compared: a JVM of its own on the first core, with its CPU time. */
public final class ServerProcess implements AutoCloseable {
    /** The module of the references, before the name of a class. */
    public static final String BENCH = "dev.gearbox.bench/dev.gearbox.bench.";

    private static final Pattern PORT = Pattern.compile("READY .*?\"port\":(\\d+).*");

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts an echo server: a reference ({@code ref-selector}, {@code ref-threads}, {@code ref-virtual}, {@code ref-netty-nio}, ...) or the engine of that spec.
     *
     * @param arm its name; {@code NAME@FOLDER} takes it from the jars of another build
     */
    static ServerProcess echo(String arm) throws IOException {
        int at = arm.indexOf('@');
        String name = at < 0 ? arm : arm.substring(0, at);
        String modules = at < 0 ? System.getProperty("jdk.module.path") : arm.substring(at + 1);
        return start(
                arm,
                modules,
                switch (name) {
                    case "ref-selector" -> List.of(BENCH + "RefSelector");
                    case "ref-threads" -> List.of(BENCH + "RefThreads");
                    case "ref-virtual" -> List.of(BENCH + "RefThreads", "virtual");
                    case "ref-netty-nio", "ref-netty-epoll", "ref-netty-uring" ->
                        List.of(BENCH + "RefNetty", name.substring("ref-netty-".length()));
                    case "ref-mina" -> List.of(BENCH + "RefMina");
                    default ->
                        List.of(
                                "dev.gearbox.studies.echoserver.subjects/dev.gearbox.studies.echoserver.subjects.EchoSubjectMain",
                                "--engine",
                                name,
                                "--protocol",
                                "echo");
                });
    }

    /**
     * Starts a program on the module path.
     *
     * @param arm for messages
     * @param modules where the jars are
     * @param program module, class and arguments
     */
    public static ServerProcess start(String arm, String modules, List<String> program) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--enable-native-access=dev.gearbox.engines.linux,io.netty.common",
                "--add-opens=java.base/java.lang=dev.gearbox.engines.linux",
                "--module-path",
                modules,
                "--add-modules",
                "ALL-MODULE-PATH",
                "-m"));
        arguments.addAll(program);
        return java(arm, arguments);
    }

    /** Starts a JVM on the first core with these arguments, after those of the heap, which are the same for all. */
    public static ServerProcess java(String arm, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "taskset",
                "-c",
                "0",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xms512m",
                "-Xmx512m",
                "-XX:ActiveProcessorCount=1"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher ready = PORT.matcher(line);
            if (ready.matches()) {
                return new ServerProcess(process, Integer.parseInt(ready.group(1)));
            }
        }
        process.destroy();
        throw new IOException(arm + " ended before it was ready");
    }

    public int port() {
        return port;
    }

    /** Returns the CPU time of all its live threads, in nanoseconds. */
    public long cpuNanos() {
        long sum = 0;
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path task : tasks) {
                sum += ofThread(task);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("its CPU time cannot be read: " + failure.getMessage(), failure);
        }
        return sum;
    }

    private static long ofThread(Path task) throws IOException {
        try {
            String line = Files.readString(task.resolve("schedstat"));
            return Long.parseLong(line.substring(0, line.indexOf(' ')));
        } catch (NoSuchFileException ended) {
            return 0;
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
