package dev.gearbox.http.websocket;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.Deadline;
import dev.gearbox.http.message.HeadReader;
import dev.gearbox.http.message.MessageException;
import dev.gearbox.http.message.MessageHead;
import dev.gearbox.http.message.StatusLine;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The opening handshake of a client (RFC 6455, 4.1), and then the WebSocket's connection. */
final class ClientHandshake implements Session {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SWITCHING = 101;
    private static final int KEY_BYTES = 16;

    /** What is to be opened. */
    record Wanted(
            URI uri,
            HttpHeaders headers,
            WebSocketOptions options,
            HttpLimits limits,
            WebSocketHandler handler,
            CompletableFuture<WebSocket> opened) {}

    private final Connection connection;
    private final Wanted wanted;
    private final HeadReader<StatusLine> heads;
    private final Deadline deadline;
    private final String key;
    private @Nullable WebSocketEndpoint endpoint;
    private boolean failed;

    ClientHandshake(Connection connection, Wanted wanted) {
        this.connection = connection;
        this.wanted = wanted;
        heads = HeadReader.ofResponses(wanted.limits());
        deadline = new Deadline(
                connection,
                System::nanoTime,
                () -> fail(new SocketTimeoutException("no handshake with " + wanted.uri() + " within "
                        + wanted.limits().message())));
        byte[] nonce = new byte[KEY_BYTES];
        RANDOM.nextBytes(nonce);
        key = Base64.getEncoder().encodeToString(nonce);
        connection.write(request());
        deadline.in(wanted.limits().message());
    }

    private ByteBuffer request() {
        URI uri = wanted.uri();
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String offered = String.join(", ", wanted.options().subprotocols());
        String head = "GET " + path + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()) + " HTTP/1.1\r\nHost: "
                + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                + key + "\r\n" + (offered.isEmpty() ? "" : "Sec-WebSocket-Protocol: " + offered + "\r\n")
                + wanted.headers() + "\r\n";
        return ByteBuffer.wrap(head.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void received(ByteBuffer in) {
        WebSocketEndpoint open = endpoint;
        if (open == null && !failed) {
            try {
                open = read(in);
            } catch (MessageException bad) {
                fail(refusal("does not speak HTTP: " + bad.getMessage()));
            } catch (IOException refused) {
                fail(refused);
            }
        }
        if (open != null) {
            open.received(in);
        } else if (failed) {
            in.position(in.limit());
        }
    }

    private @Nullable WebSocketEndpoint read(ByteBuffer in) throws MessageException, IOException {
        MessageHead<StatusLine> head = heads.read(in);
        if (head == null) {
            return null;
        }
        int status = head.line().status();
        HttpHeaders fields = HttpHeaders.received(head.fields());
        if (status != SWITCHING) {
            throw refusal("answered with status " + status);
        }
        List<String> chosen = fields.all("Sec-WebSocket-Protocol");
        if (!WebSocketServer.elements(fields, "Upgrade").equals(List.of("websocket"))
                || !WebSocketServer.elements(fields, "Connection").contains("upgrade")
                || !fields.all("Sec-WebSocket-Accept").equals(List.of(AcceptKey.of(key)))) {
            throw refusal("answered with a handshake that is not valid");
        }
        if (chosen.size() > 1 || !wanted.options().subprotocols().containsAll(chosen)) {
            throw refusal("chose a subprotocol that was not offered: " + chosen);
        }
        if (fields.first("Sec-WebSocket-Extensions").isPresent()) {
            throw refusal("chose an extension, and none was offered");
        }
        deadline.clear();
        Optional<String> subprotocol = chosen.stream().findFirst();
        WebSocket[] socket = new WebSocket[1];
        WebSocketEndpoint open = new WebSocketEndpoint(connection, wanted.options(), RANDOM, subprotocol, created -> {
            socket[0] = created;
            return wanted.handler().open(created);
        });
        endpoint = open;
        wanted.opened().complete(socket[0]);
        return open;
    }

    private IOException refusal(String why) {
        return new IOException("no WebSocket: " + wanted.uri() + " " + why);
    }

    private void fail(IOException why) {
        failed = true;
        deadline.clear();
        wanted.opened().completeExceptionally(why);
        connection.close();
    }

    @Override
    public void writable() {
        if (endpoint != null) {
            endpoint.writable();
        }
    }

    @Override
    public boolean ended() {
        return endpoint != null && endpoint.ended();
    }

    @Override
    public boolean stopping() {
        return endpoint == null || endpoint.stopping();
    }

    @Override
    public boolean closing() {
        return endpoint == null || endpoint.closing();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (endpoint != null) {
            endpoint.closed(cause);
        } else {
            IOException refusal = refusal("closed the connection before the handshake was complete");
            if (cause != null) {
                refusal.initCause(cause);
            }
            wanted.opened().completeExceptionally(refusal);
        }
    }
}
