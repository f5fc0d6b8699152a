package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends several requests on one connection before it reads the first response, in tests. */
final class PipeliningCaller implements AutoCloseable {
    /** Of which only the status and the body are of interest. */
    record Response(int status, String body) {}

    private final Socket socket;
    private final InputStream in;

    PipeliningCaller(GatewayProcess gateway) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
        socket.setSoTimeout(60_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends a GET of each of these, all with one write. */
    void send(String... targets) throws IOException {
        StringBuilder requests = new StringBuilder();
        for (String target : targets) {
            requests.append("GET ").append(target).append(" HTTP/1.1\r\nHost: x\r\n\r\n");
        }
        socket.getOutputStream().write(requests.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Waits for the next response, which must have a length. */
    Response receive() throws IOException {
        int status = Integer.parseInt(line(), "HTTP/1.1 ".length(), "HTTP/1.1 200".length(), 10);
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            length = lower.startsWith("content-length:")
                    ? Integer.parseInt(lower.substring(15).strip())
                    : length;
        }
        return new Response(status, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the gateway ended the connection");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
