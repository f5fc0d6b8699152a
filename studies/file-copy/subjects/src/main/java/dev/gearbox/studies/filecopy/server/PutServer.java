package dev.gearbox.studies.filecopy.server;

import dev.gearbox.files.WriteStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An echo server with a virtual thread for each connection. If the first byte of a connection is an {@code h}, as in "heavy", it writes a page to its file
 * before each answer, so that the page is on the disk when the answer is sent; other connections touch no file.
 * <pre>
 *   accept (platform thread) ─► virtual thread: read ─ heavy? write 4 KiB to the disk ─ answer ─ read ...
 * </pre>
 * A file has a name only while it is created: nothing of it is left, however this process ends.
 */
final class PutServer {
    private static final int PAGE = 4096;
    private static final int READ = 4096;

    private final Optional<WriteStrategy> writes;
    private final Path folder;
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong puts = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    /**
     * Creates a server that does not listen yet.
     *
     * @param writes how it writes; empty: it answers immediately
     * @param folder the folder of its files
     */
    PutServer(Optional<WriteStrategy> writes, Path folder) {
        this.writes = writes;
        this.folder = folder;
    }

    /** Listens on the loopback interface; returns the port. */
    int listen(int port) throws IOException {
        ServerSocket server = new ServerSocket(port, 1024, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("accept").start(() -> accept(server));
        return server.getLocalPort();
    }

    /** Returns the number of pages written. */
    long puts() {
        return puts.get();
    }

    /** Returns the number of connections that ended because a file could not be written. */
    long failures() {
        return failures.get();
    }

    private void accept(ServerSocket server) {
        while (true) {
            try {
                Socket peer = server.accept();
                Thread.ofVirtual().start(() -> serve(peer));
            } catch (IOException refused) {
                System.err.println("a connection was not accepted: " + refused.getMessage());
            }
        }
    }

    private void serve(Socket peer) {
        try (peer) {
            peer.setTcpNoDelay(true);
            InputStream in = peer.getInputStream();
            OutputStream out = peer.getOutputStream();
            byte[] bytes = new byte[READ];
            int first = in.read(bytes);
            if (first < 0) {
                return;
            }
            if (bytes[0] == 'h' && writes.isPresent()) {
                put(writes.get(), in, out, bytes, first);
            } else {
                echo(in, out, bytes, first, null);
            }
        } catch (IOException lost) {
            // A peer that disconnects ends only its own connection; file errors are counted where they occur.
            return;
        }
    }

    private void put(WriteStrategy strategy, InputStream in, OutputStream out, byte[] bytes, int first)
            throws IOException {
        try (WriteStrategy.OpenFile file = unnamed(strategy)) {
            echo(in, out, bytes, first, file);
        }
    }

    private WriteStrategy.OpenFile unnamed(WriteStrategy strategy) throws IOException {
        Path path = folder.resolve(".gearbox-put-" + ProcessHandle.current().pid() + "-" + files.incrementAndGet());
        try {
            WriteStrategy.OpenFile file = strategy.open(path, PAGE);
            Files.delete(path);
            return file;
        } catch (IOException cannot) {
            failures.incrementAndGet();
            throw cannot;
        }
    }

    private void echo(InputStream in, OutputStream out, byte[] bytes, int first, WriteStrategy.@Nullable OpenFile file)
            throws IOException {
        ByteBuffer page = ByteBuffer.allocateDirect(file == null ? 0 : PAGE);
        for (int count = first; count >= 0; count = in.read(bytes)) {
            if (file != null) {
                try {
                    file.write(page.clear());
                } catch (IOException cannot) {
                    failures.incrementAndGet();
                    throw cannot;
                }
                puts.incrementAndGet();
            }
            out.write(bytes, 0, count);
        }
    }
}
