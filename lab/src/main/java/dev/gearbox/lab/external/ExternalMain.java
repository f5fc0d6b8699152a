package dev.gearbox.lab.external;

import dev.gearbox.lab.child.ChildProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.ProcessTree;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.subject.SubjectConsole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The guardian of an external program: starts it on a free port, prints {@code READY} when it accepts connections, and ends it with all its processes when
 * the lab ends. While it serves, the guardian does nothing: the lab reads the program's processes from outside.
 * <pre>
 *   lab ──stdin──► guardian ──stdin──► watch      (a shell; reads, and kills the session's group at the end of input)
 *                     └─ setsid ─► the program    (leader of its own session, to which its children belong)
 *
 *   the lab ends, however       the guardian's input ends: it ends every process of the program, then itself
 *   the guardian is killed      the watch's input ends: it kills the program's process group
 *   the program ends            the guardian reports it and exits
 * </pre>
 * The watch is started before the program and not by a child of it, so the program cannot be left behind at any moment. Exit code 2: the program did not
 * get ready; the last line of standard error says why.
 */
public final class ExternalMain {
    private static final int NOT_READY = 2;
    private static final int ENDED = 3;

    /** The grace period before it is killed. */
    private static final long GRACE_MILLIS = 1_000;

    /** The delay between two attempts to connect, because a refused connection has a cost too. */
    private static final long ATTEMPT_MILLIS = 10;

    private static final int CONNECT_MILLIS = 1_000;

    /**
     * Starts a watch, then executes the program in its own process. The parent of the watch exits immediately, so that the program has no child that it
     * did not start.
     */
    private static final String START = """
            ( { read -r never; kill -9 "-$$"; } <&3 >/dev/null 2>&1 3<&- & echo $! ) 3<&0
            exec "$@" </dev/null >&2
            """;

    private final ExternalArguments arguments;
    private final Process program;
    private final ProcessTree tree;
    private final long watch;
    private final int port;
    private volatile boolean ending;

    private ExternalMain(ExternalArguments arguments, Process program, long watch, int port) {
        this.arguments = arguments;
        this.program = program;
        this.watch = watch;
        this.port = port;
        this.tree = new ProcessTree(Path.of("/proc"), program.pid(), Set.of(watch));
    }

    /**
     * Runs the guardian.
     *
     * @param words as defined by {@link ExternalArguments}
     */
    public static void main(String[] words) {
        int code;
        try {
            code = start(ExternalArguments.parse(List.of(words))).guard();
        } catch (IOException | LabException cannot) {
            System.err.println(cannot.getMessage());
            code = NOT_READY;
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("the main thread is never interrupted", impossible);
        }
        Runtime.getRuntime().halt(code);
    }

    private static ExternalMain start(ExternalArguments arguments) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of("setsid", "sh", "-c", START, arguments.label()));
        String folder = System.getProperty(JvmLaunch.Guarding.FOLDER, "");
        command.addAll(arguments.command(port, folder));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(arguments.environment(port, folder));
        Process program = builder.start();
        BufferedReader said = program.inputReader(StandardCharsets.US_ASCII);
        String watch = said.readLine();
        if (watch == null) {
            throw new IOException("it could not be started");
        }
        return new ExternalMain(arguments, program, Long.parseLong(watch), port);
    }

    /** Returns a port that is free now; the program binds it a moment later. */
    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private int guard() throws IOException, InterruptedException {
        try {
            awaitListening();
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            out.println("READY " + SubjectConsole.json(stamp()));
            Thread.ofPlatform().daemon().name("end-of-program").start(this::awaitEnd);
            while (System.in.read() >= 0) {
                // The lab sends no commands: it reads the program from outside.
            }
            return 0;
        } finally {
            end();
        }
    }

    private void awaitListening() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(arguments.withinMillis());
        while (!listens()) {
            if (program.waitFor(ATTEMPT_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("it ended before it listened on 127.0.0.1:" + port + ", "
                        + ChildProcess.describe(program.exitValue()) + " (a server must stay in the foreground)");
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("it did not listen on 127.0.0.1:" + port + " within " + arguments.withinMillis()
                        + " ms. Does the command use the port given by {port}?");
            }
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private Map<String, Object> stamp() {
        Map<String, Object> stamp = new LinkedHashMap<>();
        stamp.put("port", port);
        stamp.put("engine", arguments.label());
        stamp.put("backend", arguments.version().isEmpty() ? arguments.words().getFirst() : arguments.version());
        stamp.put("command", arguments.words());
        stamp.put("root", program.pid());
        stamp.put("watch", watch);
        return stamp;
    }

    private void awaitEnd() {
        int code = program.onExit().join().exitValue();
        if (!ending) {
            System.err.println("it exited on its own, " + ChildProcess.describe(code));
            Runtime.getRuntime().halt(ENDED);
        }
    }

    /** Asks every process to exit, and kills those that do not. */
    private void end() throws IOException, InterruptedException {
        ending = true;
        tree.pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
        program.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        for (List<Long> left = tree.pids(); !left.isEmpty(); left = tree.pids()) {
            left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        }
    }
}
