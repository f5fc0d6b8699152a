package dev.gearbox.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gearbox.cli.terminal.UsageException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only its user can use a control socket, and no input on it stops the server. */
@Timeout(600)
final class ControlSocketTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofMillis(100);

    @TempDir
    private Path folder = Path.of("");

    private Serving serving(Duration patience) throws IOException {
        return new Serving("selector", connection -> connection::write, folder.resolve("c"), patience);
    }

    private static SocketChannel connect(Serving serving) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(serving.socket.path()));
    }

    /** Everything that the server sends until it closes the connection. */
    private static String rest(SocketChannel channel) throws IOException {
        ByteBuffer heard = ByteBuffer.allocate(1 << 16);
        while (heard.hasRemaining() && channel.read(heard) >= 0) {}
        return StandardCharsets.UTF_8.decode(heard.flip()).toString();
    }

    private static void say(SocketChannel channel, String text) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static void assertServes(Serving serving) throws IOException {
        try (var client = serving.client()) {
            assertThat(serving.shift().out()).contains(": 1 connection").contains(":" + client.getLocalPort());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GET / HTTP/1.1 | not understood: ",
                "{} | not understood: ",
                "[] | not understood: ",
                "null | not understood: ",
                "\"status\" | not understood: ",
                "{\"ask\":\"halt\"} | not understood: ",
                "{\"ask\":\"status\",\"of\":\"all\"} | not understood: Unrecognized property \\\"of\\\"",
                "{\"ask\":\"status\",\"ask\":\"status\"} | not understood: Duplicate",
                "{\"ask\":\"status\"} {} | not understood: ",
                "{\"ask\":\"shift\",\"connection\":\"all\"} | not understood: Missing creator property",
                "{\"ask\":\"shift\",\"connection\":\"all\",\"to\":null} | not understood: Null value for creator property",
                "{\"ask\":\"shift\",\"connection\":1,\"to\":\"virtual\"} | not understood: ",
                "{\"ask\":\"shift\",\"connection\":\"all\",\"to\":\"\"} | no engine \\\"\\\". Known: async, ",
                "{\"ask\":\"shift\",\"connection\":\"\",\"to\":\"virtual\"} | no connection \\\"\\\". There are no connections",
            })
    void what_makes_no_sense_is_refused_in_a_line(String request, String message) throws IOException {
        try (Serving serving = serving(LONG)) {
            try (SocketChannel client = connect(serving)) {
                say(client, request + "\n");
                assertThat(rest(client))
                        .startsWith("{\"is\":\"refused\",\"message\":\"" + message)
                        .hasLineCount(1);
            }
            assertServes(serving);
        }
    }

    @Test
    void a_line_has_a_limit() throws IOException {
        try (Serving serving = serving(LONG)) {
            try (SocketChannel client = connect(serving)) {
                assertThatExceptionOfType(IOException.class)
                        .as("a request of a megabyte is refused")
                        .isThrownBy(() -> say(client, "x".repeat(1 << 20)));
            }
            try (SocketChannel client = connect(serving)) {
                say(client, "x".repeat(ControlChannel.LONGEST_LINE + 1));
                assertThat(rest(client)).contains("a line may have at most 65536 bytes");
            }
            assertServes(serving);
        }
    }

    @Test
    void half_a_line_is_refused() throws IOException {
        try (Serving serving = serving(LONG);
                SocketChannel client = connect(serving)) {
            say(client, "{\"ask\":\"sta");
            client.shutdownOutput();
            assertThat(rest(client)).contains("it ended in the middle of a line");
            assertServes(serving);
        }
    }

    @Test
    void a_line_that_comes_in_pieces_is_one() throws IOException {
        try (Serving serving = serving(LONG);
                SocketChannel client = connect(serving)) {
            for (char piece : "{\"ask\":\"status\"}\n".toCharArray()) {
                say(client, String.valueOf(piece));
            }
            assertThat(rest(client))
                    .startsWith("{\"is\":\"server\",")
                    .endsWith("{\"is\":\"done\"}\n")
                    .hasLineCount(3);
        }
    }

    @Test
    void those_who_say_nothing_are_hung_up_on_and_keep_nobody_out_for_ever() throws IOException {
        try (Serving serving = serving(SHORT)) {
            List<SocketChannel> silent = new ArrayList<>();
            for (int count = 0; count < 40; count++) {
                silent.add(connect(serving));
            }
            say(silent.getFirst(), "{");
            Serving.Said said = serving.shift();
            // A busy machine may delay our own request as long as the silent clients.
            while (said.code() != 0) {
                said = serving.shift();
            }
            assertThat(said.out()).contains(": no connections");
            for (SocketChannel client : silent) {
                assertThat(rest(client)).isEmpty();
                client.close();
            }
        }
    }

    @Test
    void those_who_come_and_go_leave_nothing_behind() throws IOException {
        try (Serving serving = serving(LONG)) {
            for (int count = 0; count < 100; count++) {
                connect(serving).close();
                try (SocketChannel client = connect(serving)) {
                    say(client, "{\"ask\":\"shift\",\"connection\":\"all\",\"to\":\"virtual\"}\n");
                }
            }
            assertServes(serving);
        }
    }

    @Test
    void who_does_not_listen_is_given_up() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(folder.resolve("c")));
            try (SocketChannel deaf = SocketChannel.open(server.getLocalAddress());
                    ControlChannel link = new ControlChannel(server.accept(), SHORT)) {
                assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> {
                    while (deaf.isOpen()) {
                        link.say(new ControlAnswer.Refused("x".repeat(1000)));
                    }
                });
            }
        }
    }

    @Test
    void closing_does_not_wait_for_those_who_say_nothing() throws IOException {
        Serving serving = serving(Duration.ofMinutes(10));
        try (SocketChannel silent = connect(serving)) {
            assertServes(serving); // after that one was accepted
            serving.close();
            assertThat(rest(silent)).isEmpty();
        }
    }

    @Test
    void the_file_is_its_users_and_goes_with_the_server() throws IOException {
        Path path = folder.resolve("c");
        try (Serving serving = serving(LONG)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
            assertServes(serving);
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void what_a_dead_server_left_is_replaced() throws IOException {
        Path path = folder.resolve("c");
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).exists();
        try (Serving serving = serving(LONG)) {
            assertServes(serving);
        }
    }

    @Test
    void what_a_live_server_has_or_is_no_socket_is_not_touched() throws IOException {
        Path path = folder.resolve("c");
        try (Serving serving = serving(LONG)) {
            assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(() -> serving(LONG))
                    .withMessage(
                            "a server already listens on " + path + ". Stop it, or name another file with --control");
            assertServes(serving);
        }
        Files.writeString(path, "a letter");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> serving(LONG))
                .withMessage(path + " is not a socket and is left as it is. Name another file with --control");
        assertThat(path).hasContent("a letter");
    }

    @Test
    void a_path_that_is_too_long_is_told() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() ->
                        new Serving("selector", connection -> connection::write, folder.resolve("c".repeat(200)), LONG))
                .withMessageContaining("too long")
                .withMessageEndingWith("Name another file with --control");
    }
}
