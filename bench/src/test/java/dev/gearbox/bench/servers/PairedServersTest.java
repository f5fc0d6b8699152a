package dev.gearbox.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.bench.RefNetty;
import dev.gearbox.bench.RoundClient;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both servers of each work answer what its client expects, in rounds that end with nothing in flight. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class PairedServersTest {
    private static final int CONNECTIONS = 3;

    @SuppressWarnings("NullAway.Init") // set below
    private static Path keys;

    @BeforeAll
    static void keys() throws Exception {
        keys = BenchKeys.create();
    }

    private static void rounds(Work work, int port) throws Exception {
        boolean slow = work == Work.TLS_DOWNLOAD;
        try (RoundClient client = PairedServers.client(work, port, slow ? 1 : CONNECTIONS, keys)) {
            // The second round of handshakes resumes sessions, or not.
            for (int round = 0; round < (slow ? 1 : 2); round++) {
                assertThat(client.run(1)).isPositive();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void ours(Work work) throws Exception {
        Protocol plain = EngineServer.plain(work);
        Protocol protocol = work.secure() ? TlsServer.of(BenchKeys.context(keys), TlsOptions.DEFAULT, plain) : plain;
        try (Engine engine = Engines.start("selector");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol, Options.DEFAULT)) {
            rounds(work, ((InetSocketAddress) listener.address()).getPort());
        }
    }

    @ParameterizedTest
    @EnumSource
    void that_of_netty(Work work) throws Exception {
        var tls = work.secure() ? NettyServer.tls(keys) : null;
        rounds(work, RefNetty.listen("nio", NettyServer.children(work, tls)));
    }

    @Test
    void an_answer_ends_where_its_head_says() throws IOException {
        String head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n";
        assertThat(AnswerLength.length(Work.HTTP, head)).isEqualTo(head.length() + Work.BODY);
        assertThat(AnswerLength.length(Work.HTTP, head.substring(0, head.length() - 1)))
                .isEqualTo(-1);
        assertThat(AnswerLength.length(Work.LINES, "value")).isEqualTo(-1);
        assertThat(AnswerLength.length(Work.LINES, "value\n")).isEqualTo(6);
        for (String wrong :
                new String[] {head.replace("200", "404"), head.replace("100", "99"), head.replace("content", "x")}) {
            assertThatThrownBy(() -> AnswerLength.length(Work.HTTP, wrong))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("expected 200 and a body of 100 bytes");
        }
    }

    @Test
    void an_unknown_work_names_the_known_ones() {
        assertThat(Work.of("tls-echo")).isEqualTo(Work.TLS_ECHO);
        assertThatThrownBy(() -> Work.of("ftp")).hasMessageContaining("http, lines,");
    }
}
