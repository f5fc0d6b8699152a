package dev.gearbox.testkit;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An echo server in a virtual machine of its own that may open only so many descriptors. It says its port, then answers each line of its
 * standard input with accepted connections and failed accepts, and ends with the input: when its parent does, at the latest.
 */
final class StarvedServer {
    private StarvedServer() {}

    /** The child's own figures. */
    record Figures(long accepted, long acceptFailures) {}

    public static void main(String[] args) throws IOException {
        // Whatever the loggers of libraries need files for, before there are none left.
        System.getLogger("dev.gearbox").log(Level.INFO, "starting");
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

    /**
     * The parent's view of it. A thread reads whatever the child says, all the time: a library that logs each vain accept would otherwise fill
     * the pipe, and its loop would stand still in the logger.
     */
    static final class Handle implements AutoCloseable {
        /** As much of the log as is worth showing. */
        private static final int LOG_LINES = 50;

        private final Process process;
        private final Writer input;
        private final Thread reader;
        private final BlockingQueue<Optional<String[]>> answers = new LinkedBlockingQueue<>();
        private final Deque<String> log = new ConcurrentLinkedDeque<>();
        private final int port;
        private final long accepted;

        Handle(Process process) throws IOException {
            this.process = process;
            input = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
            reader = Thread.ofPlatform().daemon().name("starved-server-output").start(this::read);
            String[] words = answer();
            port = Integer.parseInt(words[1]);
            accepted = Long.parseLong(words[2]);
        }

        private void read() {
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line; (line = output.readLine()) != null; ) {
                    if (line.startsWith("FIGURES ")) {
                        answers.add(Optional.of(line.split(" ", -1)));
                        continue;
                    }
                    log.add(line);
                    if (log.size() > LOG_LINES) {
                        log.remove();
                    }
                }
            } catch (IOException failure) {
                log.add("its output broke off: " + failure);
            } finally {
                answers.add(Optional.empty());
            }
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
                throw new UncheckedIOException("the child is gone. It said: " + said(), failure);
            }
        }

        private String[] answer() throws IOException {
            try {
                Optional<String[]> answer = answers.poll(Patience.LIMIT.toNanos(), TimeUnit.NANOSECONDS);
                Check.that(answer != null, "the child does not answer. It said: " + said());
                return answer.orElseThrow(() -> new IOException("the child ended. It said: " + said()));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw (IOException)
                        new InterruptedIOException("interrupted while it waited for the child").initCause(interrupted);
            }
        }

        private String said() {
            return String.join("\n", log);
        }

        @Override
        public void close() throws IOException {
            input.close();
            try {
                if (!process.waitFor(Patience.LIMIT)) {
                    process.destroyForcibly().waitFor();
                    throw new AssertionError("the child did not end with its input. It said: " + said());
                }
                reader.join();
            } catch (InterruptedException hurry) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            Check.equal(0, process.exitValue(), "exit code of the child, which said: " + said());
        }
    }
}
