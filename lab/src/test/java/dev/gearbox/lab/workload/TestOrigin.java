package dev.gearbox.lab.workload;

import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.subject.SubjectConsole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * A small origin: answers each connection once, after {@code --delay} in ms, and is late by {@code --late} ms on purpose.
 * It reports its lateness like the real one.
 */
public final class TestOrigin {
    private static final ConcurrentHistogram LATE =
            new ConcurrentHistogram(TimeHistograms.HIGHEST, TimeHistograms.DIGITS);

    private TestOrigin() {}

    static JvmLaunch launch() {
        return TestPaths.launch(TestOrigin.class);
    }

    public static void main(String[] args) throws IOException {
        List<String> words = Arrays.asList(args);
        long delay = option(words, "--delay");
        long late = option(words, "--late");
        ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                try {
                    Socket socket = server.accept();
                    Thread.startVirtualThread(() -> answer(socket, delay, late));
                } catch (IOException closed) {
                    throw new IllegalStateException(closed);
                }
            }
        });
        SubjectConsole.serve(server.getLocalPort(), Map.of(), () -> Map.of("lateness", lateness()));
    }

    private static void answer(Socket socket, long delay, long late) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                // until the end of the header
            }
            long due = System.nanoTime() + Duration.ofMillis(delay).toNanos();
            for (long left = 1; left > 0; left = due + Duration.ofMillis(late).toNanos() - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            LATE.recordValue(Math.max(1, System.nanoTime() - due));
            OutputStream out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
                    .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException gone) {
            // The client reports this error itself.
        }
    }

    private static String lateness() {
        ByteBuffer buffer = ByteBuffer.allocate(LATE.getNeededByteBufferCapacity());
        int length = LATE.copy().encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static long option(List<String> words, String name) {
        int at = words.indexOf(name);
        return at < 0 ? 0 : Long.parseLong(words.get(at + 1));
    }
}
