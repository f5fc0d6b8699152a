package example.onethread;

import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyFile;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A study of a server that is written for it. Its subjects are one program, started with buffers of different sizes. Everything is in one file, as the
 * smallest example; to run subjects without the lab in their JVM, put them into a module of their own.
 */
public final class OneThread implements StudyProvider {
    private static final List<String> BUFFERS = List.of("1024", "1048576");

    /** For {@link java.util.ServiceLoader}. */
    public OneThread() {}

    @Override
    public String name() {
        return "one-thread";
    }

    @Override
    public Study study() {
        return StudyFile.read(file -> OneThread.class.getResourceAsStream(file)).study();
    }

    @Override
    public Optional<List<Subject>> subjects(Condition cell, List<String> specs, Optional<String> offload) {
        return Optional.of((specs.isEmpty() ? BUFFERS : specs)
                .stream().map(OneThread::subject).toList());
    }

    private static Subject subject(String buffer) {
        if (!BUFFERS.contains(buffer)) {
            throw new LabException("no buffer of " + buffer + " bytes here. Known: " + String.join(", ", BUFFERS));
        }
        return new Subject(
                buffer,
                new JvmLaunch.InModule("example.onethread", Server.class.getName()),
                List.of(buffer),
                List.of(),
                Set.of("echo"));
    }

    @Override
    public Subject subject(Condition cell, Claim.Contender contender) {
        return subject(contender.spec());
    }

    @Override
    public Optional<String> absence(String label) {
        return Optional.empty();
    }

    /** The server: one thread that serves one connection after another. The lab starts it and controls it through its standard input. */
    public static final class Server {
        private Server() {}

        /**
         * Serves until its standard input ends.
         *
         * @param arguments the size of the buffer in bytes, then the arguments that the lab passes to every server
         */
        public static void main(String[] arguments) throws IOException {
            byte[] buffer = new byte[Integer.parseInt(arguments[0])];
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().name("one thread").start(() -> serve(server, buffer));
            SubjectConsole.serve(server.getLocalPort(), Map.of("buffer", buffer.length), Map::of);
        }

        private static void serve(ServerSocket server, byte[] buffer) {
            while (true) {
                try (Socket peer = server.accept()) {
                    peer.setTcpNoDelay(true);
                    OutputStream out = peer.getOutputStream();
                    for (int count; (count = peer.getInputStream().read(buffer)) >= 0; ) {
                        out.write(buffer, 0, count);
                    }
                } catch (IOException reset) {
                    System.err.println("a connection was lost: " + reset.getMessage());
                }
            }
        }
    }
}
