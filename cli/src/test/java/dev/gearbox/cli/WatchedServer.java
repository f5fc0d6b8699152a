package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An echo server of the shipped program with a client that sends 50 requests a second, at intended times, until it is closed: what {@code advise --from} reads. */
public final class WatchedServer implements AutoCloseable {
    /** The size of a request, and of its answer. */
    public static final int BYTES = 100;

    private static final long PERIOD_NANOS = 20_000_000;
    private static final Pattern SERVES = Pattern.compile("on 127\\.0\\.0\\.1:(\\d+)");

    private final Shipped.Running server;
    private final Socket client;
    private final AtomicLong answered = new AtomicLong();
    private volatile boolean closed;

    private WatchedServer(Shipped.Running server, int port) throws IOException {
        this.server = server;
        client = new Socket(InetAddress.getLoopbackAddress(), port);
    }

    /**
     * Starts it.
     *
     * @param folder its working folder; its temporary files get one of their own, so that it is not among the servers of {@code gearbox shift}
     */
    public static WatchedServer start(Path folder, String engine) throws Exception {
        Shipped.Running server = Shipped.start(
                folder, Files.createTempDirectory(folder, "watched"), "serve --engine " + engine + " --port 0");
        server.await("where it serves", () -> server.said("Press Ctrl-C to stop"));
        Matcher where = SERVES.matcher(server.said());
        assertThat(where.find()).as(server.said()).isTrue();
        WatchedServer watched = new WatchedServer(server, Integer.parseInt(where.group(1)));
        Thread.ofPlatform().daemon().start(watched::send);
        return watched;
    }

    public long pid() {
        return server.process.pid();
    }

    private void send() {
        byte[] request = new byte[BYTES];
        long begun = System.nanoTime();
        try {
            for (long i = 0; !closed; i++) {
                for (long left = begun + i * PERIOD_NANOS - System.nanoTime();
                        left > 0;
                        left = begun + i * PERIOD_NANOS - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                client.getOutputStream().write(request);
                if (client.getInputStream().readNBytes(BYTES).length == BYTES) {
                    answered.incrementAndGet();
                }
            }
        } catch (IOException ended) {
            return; // closed
        }
    }

    /** Makes a recording as the documentation says. */
    public void record(Path file) throws Exception {
        jcmd("JFR.start name=app settings=profile jdk.SocketRead#threshold=0ns jdk.SocketWrite#threshold=0ns"
                + " jdk.SocketRead#throttle=off jdk.SocketWrite#throttle=off");
        long enough = answered.get() + 150;
        server.await("requests", () -> answered.get() >= enough);
        jcmd("JFR.dump name=app filename=" + file);
        jcmd("JFR.stop name=app");
        assertThat(file).isNotEmptyFile();
    }

    private void jcmd(String words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid())));
        command.addAll(List.of(words.split(" ")));
        Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcmd.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(jcmd.exitValue()).as(said).isZero();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        client.close();
        server.close();
    }
}
