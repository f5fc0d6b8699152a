package dev.gearbox.lab.external;

import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestPaths;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A server without any knowledge of the lab, for its tests: it echoes on the given port, and may have other processes. */
public final class ForeignEcho {
    /** Additional processes that run until they are killed: a child, an orphan, and one that leaves the session. */
    private static final String FAMILY = "sleep 1001 & (sleep 1002 &) ; setsid sleep 1003 & exec \"$@\"";

    private ForeignEcho() {}

    public static void main(String[] words) throws IOException {
        System.out.println("READY to be mistaken for a subject of ours");
        int port = Integer.parseInt(words[0]);
        try (ServerSocket server = new ServerSocket(port, 1024, InetAddress.getLoopbackAddress())) {
            while (true) {
                Socket socket = server.accept();
                Thread.ofPlatform().daemon().start(() -> echo(socket));
            }
        }
    }

    private static void echo(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException expected) {
            return; // the peer has disconnected
        }
    }

    public static Subject subject() {
        return external("external:echo", command(), External.WITHIN).subject();
    }

    /** The same with additional processes. */
    static Subject withFamily() {
        List<String> command = new ArrayList<>(List.of("sh", "-c", FAMILY, "family"));
        command.addAll(command());
        return external("external:family", command, External.WITHIN).subject();
    }

    static External external(String label, List<String> command, Duration within) {
        return new External(
                label, command, Map.of("ECHO_PORT", "{port}"), Path.of(""), "echo 1.0", Set.of("echo"), within);
    }

    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                TestPaths.classPath().stream().map(Path::toString).collect(Collectors.joining(":")),
                ForeignEcho.class.getName(),
                "{port}");
    }
}
