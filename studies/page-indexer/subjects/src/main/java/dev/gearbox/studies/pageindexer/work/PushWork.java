package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Sends a result on to another server, and notes only its status: what an article on crawlers has in mind with pages that cost no work. The result is the
 * page's checksum, in as many bytes as asked for; each has a connection of its own, and blocks the thread on which the work runs until the status is there.
 */
final class PushWork implements PageWork {
    private static final int PATIENCE_MILLIS = 10_000;

    private final InetSocketAddress server;
    private final int bytes;

    /**
     * Creates the work.
     *
     * @param server what takes results with {@code POST /results}, as an origin does
     */
    PushWork(InetSocketAddress server, int bytes) {
        this.server = server;
        this.bytes = bytes;
    }

    @Override
    public long on(FetchedPage page) {
        CRC32C checksum = new CRC32C();
        checksum.update(page.body());
        byte[] result = new byte[bytes];
        Arrays.fill(result, (byte) checksum.getValue());
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(server, PATIENCE_MILLIS);
            socket.getOutputStream().write(request(result));
            int status = status(socket);
            if (status != 204) {
                throw new IllegalStateException("the server of results answers " + status);
            }
        } catch (IOException lost) {
            throw new UncheckedIOException("a result was not taken: " + lost.getMessage(), lost);
        }
        return checksum.getValue();
    }

    private byte[] request(byte[] result) {
        byte[] head = ("POST /results HTTP/1.1\r\nHost: " + server.getHostString() + "\r\nContent-Length: "
                        + result.length + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] request = Arrays.copyOf(head, head.length + result.length);
        System.arraycopy(result, 0, request, head.length, result.length);
        return request;
    }

    private static int status(Socket socket) throws IOException {
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
                .readLine();
        if (line == null || !line.matches("HTTP/1\\.1 [1-5][0-9]{2}( .*)?")) {
            throw new IOException("the answer does not begin with a status");
        }
        return Integer.parseInt(line.substring(9, 12));
    }
}
