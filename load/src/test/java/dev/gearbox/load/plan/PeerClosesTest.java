package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.TalkServer;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Users who stay until the peer closes the connection, and come back. */
@Timeout(600)
class PeerClosesTest {
    private static final Script STAYS =
            Script.of(Plans.CONNECT, Plans.send("hello"), Plans.ECHO, new Step.Expect(new Expectation.End()));

    @Test
    void theyConnectAgainWhenThePeerHasClosed() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        try (TalkServer server = new TalkServer(socket -> {
            echo(socket);
            closed.incrementAndGet();
        })) {
            LoadReport report = Plans.run(Plans.plan(server.port(), STAYS, new Arrivals.Closed(3), 50, 600, 60_000));
            assertThat(report.errors()).isEmpty();
            assertThat(report.answered()).isPositive();
        }
        assertThat(closed).hasValueGreaterThan(3);
    }

    @Test
    void moreBytesInsteadOfTheEndAreAnError() throws Exception {
        try (TalkServer server = new TalkServer(socket -> {
            echo(socket);
            socket.getOutputStream().write('!');
            socket.getInputStream().read();
        })) {
            LoadReport report = Plans.run(Plans.plan(server.port(), STAYS, new Arrivals.Closed(1), 50, 600, 60_000));
            assertThat(report.errors()).containsOnlyKeys(ErrorKind.WRONG_ECHO);
        }
    }

    @Test
    void aPeerThatStaysTooLongIsLate() throws Exception {
        try (TalkServer server = new TalkServer(socket -> {
            echo(socket);
            socket.getInputStream().read();
        })) {
            LoadReport report = Plans.run(Plans.plan(server.port(), STAYS, new Arrivals.Closed(1), 0, 2_500, 500));
            assertThat(report.errors()).containsOnlyKeys(ErrorKind.TIMEOUT);
        }
    }

    private static void echo(Socket socket) throws IOException {
        socket.getOutputStream().write(socket.getInputStream().readNBytes("hello".length()));
    }
}
