package dev.gearbox.studies.filecopy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.files.write.WriteStrategies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All answers arrive, heavy ones after a put, and no file has a name meanwhile. */
@Timeout(600)
final class PutServerTest {
    private static final int ROUNDS = 5;

    @TempDir
    Path folder;

    static Stream<String> specs() {
        return PutRow.all().stream().map(PutRow::spec);
    }

    private static void talk(int port, String word) throws IOException {
        byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            for (int round = 0; round < ROUNDS; round++) {
                socket.getOutputStream().write(bytes);
                assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void heavy_requests_are_put_and_light_ones_are_not(String spec) throws IOException {
        PutServer server = new PutServer(PutRow.of(spec).open(), folder);
        int port = server.listen(0);
        talk(port, "light");
        assertThat(server.puts()).isZero();
        talk(port, "heavy");
        assertThat(server.puts()).isEqualTo(spec.equals(PutRow.NONE) ? 0 : ROUNDS);
        assertThat(server.failures()).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_file_that_cannot_be_made_ends_its_connection_and_is_counted() throws IOException {
        PutServer server = new PutServer(Optional.of(WriteStrategies.create("channel")), folder.resolve("none"));
        int port = server.listen(0);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write('h');
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(server.failures()).isEqualTo(1);
        talk(port, "light");
    }

    @Test
    void words_that_make_no_server_are_refused() {
        assertThatThrownBy(() -> PutServerMain.options(List.of("--wirte", "channel")))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("not --wirte channel");
        assertThatThrownBy(() -> PutRow.of("chanel"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("Did you mean channel?");
    }
}
