package dev.gearbox.testkit;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Scanner;
import java.util.logging.Logger;

/**
 * An echo server in a virtual machine of its own that may open only so many descriptors. It says its port, then answers each line of its
 * standard input with accepted connections and failed accepts, and ends with the input: when its parent does, at the latest.
 */
final class StarvedServer {
    private StarvedServer() {}

    /** The child's own figures. */
    record Figures(long accepted, long acceptFailures) {}

    public static void main(String[] args) throws IOException {
        // Whatever the logger needs files for, before there are none left; and then no more: nobody reads its pipe all
        // the time.
        System.getLogger("dev.gearbox").log(Level.INFO, "starting");
        Logger.getLogger("dev.gearbox").setLevel(java.util.logging.Level.WARNING);
        try (Engine engine = Engines.start(args[0]);
                Scanner commands = new Scanner(System.in, StandardCharsets.UTF_8)) {
            InetSocketAddress address = (InetSocketAddress) engine.listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            connection -> connection::write,
                            Options.DEFAULT)
                    .address();
            // One connection opens what the engine loads late.
            try (Peer peer = Peer.connect(address, 0)) {
                peer.echo(new byte[1]);
            }
            say(engine.stats(), address);
            while (commands.hasNextLine()) {
                commands.nextLine();
                say(engine.stats(), address);
            }
        }
    }

    private static void say(EngineStats stats, InetSocketAddress address) {
        System.out.println("FIGURES " + address.getPort() + " " + stats.accepted() + " " + stats.acceptFailures());
    }

    static Handle start(String spec, int descriptors) throws IOException {
        List<String> java = Children.java(List.of(), StarvedServer.class.getName(), List.of(spec));
        String quoted = java.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .reduce("", (left, right) -> left + " " + right);
        return new Handle(new ProcessBuilder("sh", "-c", "ulimit -n " + descriptors + "; exec" + quoted)
                .redirectErrorStream(true)
                .start());
    }

    /** The parent's view of it. */
    static final class Handle implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;
        private final Writer input;
        private final StringBuilder log = new StringBuilder();
        private final int port;
        private final long accepted;

        Handle(Process process) throws IOException {
            this.process = process;
            output = process.inputReader(StandardCharsets.UTF_8);
            input = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
            String[] words = answer();
            port = Integer.parseInt(words[1]);
            accepted = Long.parseLong(words[2]);
        }

        InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        /** Without the connection that it made to itself. */
        Figures stats() {
            try {
                input.write("figures\n");
                input.flush();
                String[] words = answer();
                return new Figures(Long.parseLong(words[2]) - accepted, Long.parseLong(words[3]));
            } catch (IOException failure) {
                throw new UncheckedIOException("the child is gone. It said: " + log, failure);
            }
        }

        private String[] answer() throws IOException {
            for (String line; (line = output.readLine()) != null; ) {
                if (line.startsWith("FIGURES ")) {
                    return line.split(" ", -1);
                }
                log.append('\n').append(line);
            }
            throw new IOException("the child ended. It said: " + log);
        }

        @Override
        public void close() throws IOException {
            input.close();
            try {
                if (!process.waitFor(Patience.LIMIT)) {
                    process.destroyForcibly().waitFor();
                    throw new AssertionError("the child did not end with its input. It said: " + log);
                }
            } catch (InterruptedException hurry) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            output.close();
            Check.equal(0, process.exitValue(), "exit code of the child, which said: " + log);
        }
    }
}
