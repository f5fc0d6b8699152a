package example.files;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.protocols.Offload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Serves the files of a folder over HTTP. Arguments: an engine's spec, the folder and a port. */
public final class FileServer {
    public static void main(String... arguments) throws IOException {
        Path folder = Path.of(arguments[1]).toRealPath();
        HttpServer server = HttpServer.of(exchange -> serve(exchange, folder));
        // Reading a file may block: so sessions run on four workers, and not on the engine's threads.
        try (Offload offload = Offload.to(4, server);
                Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(
                        new InetSocketAddress(Integer.parseInt(arguments[2])), offload, Options.DEFAULT)) {
            System.out.println(engine + " serves on " + listener.address() + ". Press Enter to stop");
            System.in.read();
        }
    }

    private static void serve(HttpExchange exchange, Path folder) {
        if (!exchange.method().equals("GET")) {
            exchange.respond(405, "only GET\n");
            return;
        }
        try {
            Path file = folder.resolve("." + URI.create(exchange.target()).getPath()).toRealPath();
            if (file.startsWith(folder) && Files.isRegularFile(file)) {
                Download download = new Download(exchange, FileChannel.open(file));
                exchange.onWritable(download::send);
                exchange.onClosed(cause -> download.close());
                download.begin();
                return;
            }
        } catch (IOException | IllegalArgumentException noSuchFile) {
            // The response is the same, so that it tells nothing about files outside the folder.
        }
        exchange.respond(404, "no such file\n");
    }

    /** Sends a file in pieces, as fast as the client reads. */
    private static final class Download {
        private final HttpExchange exchange;
        private final FileChannel file;
        private final ByteBuffer piece = ByteBuffer.allocate(64 << 10);
        private long left;

        Download(HttpExchange exchange, FileChannel file) {
            this.exchange = exchange;
            this.file = file;
        }

        void begin() throws IOException {
            left = file.size();
            exchange.begin(200, HttpHeaders.of("Content-Type", "application/octet-stream"), left);
            send();
        }

        void send() {
            try {
                boolean writable = true;
                while (left > 0 && writable) {
                    piece.clear().limit((int) Math.min(left, piece.capacity()));
                    if (file.read(piece) < 0) {
                        throw new IOException("the file became shorter while it was sent");
                    }
                    left -= piece.flip().remaining();
                    writable = exchange.write(piece);
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
            if (left == 0) {
                close();
                exchange.finish();
            }
        }

        void close() {
            try {
                file.close();
            } catch (IOException alreadyUnusable) {
                throw new UncheckedIOException(alreadyUnusable);
            }
        }
    }
}
