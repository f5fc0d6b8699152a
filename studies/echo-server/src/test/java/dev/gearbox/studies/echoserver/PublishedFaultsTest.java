package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers as published have the faults that their cards name, so that a difference from a clean server can be put down to them. Runs in the profile {@code native}. */
@Tag("native")
@Timeout(600)
class PublishedFaultsTest {
    private static final Duration SOME_WORK = Duration.ofSeconds(1);

    /** More than the sockets of both ends hold, if the client's are small; less than the memory of the servers. */
    private static final int MUCH = 24 << 20;

    /** Several reads of a server. */
    private static final int LONG_MESSAGE = 1 << 20;

    @ParameterizedTest
    @ValueSource(strings = {"crawler-deferred", "crawler-deferred-5"})
    void workersThatSpinKeepACoreBusyWithoutAConnection(String name) throws Exception {
        try (RunningExternal server = RunningExternal.start(name, "echo")) {
            isBusyWhileACleanOneIsNot(server);
        }
    }

    @Test
    void interestInWritingKeepsACoreBusyWhileAConnectionIsIdleAndAfterItHasGone() throws Exception {
        try (RunningExternal server = RunningExternal.start("article-nio", "once")) {
            try (Socket client = server.connect()) {
                client.getOutputStream().write('a');
                assertThat(client.getInputStream().read()).isEqualTo('a');
                isBusyWhileACleanOneIsNot(server);
            }
            isBusyWhileACleanOneIsNot(server);
        }
    }

    @Test
    void aPeerThatDoesNotReadStopsAllConnectionsOfItsReactor() throws Exception {
        List<Socket> deaf = new ArrayList<>();
        try (RunningExternal server = RunningExternal.start("paper-reactors", "echo")) {
            // Connections are dealt out evenly, so that each reactor has one of these.
            for (int i = Runtime.getRuntime().availableProcessors(); i-- > 0; ) {
                Socket socket = server.connect();
                deaf.add(socket);
                Thread.ofVirtual().start(() -> floodUntilClosed(socket));
            }
            try (Socket polite = firstThatIsNotAnswered(server)) {
                for (Socket socket : deaf) {
                    socket.setSoLinger(true, 0); // a reset, which ends the server's write
                    socket.close();
                }
                assertThat(polite.getInputStream().read()).isEqualTo('a');
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"article-stages", "crawler-deferred"})
    void aPeerThatDoesNotReadIsReadAllTheSame(String name) throws Exception {
        byte[] sent = new byte[MUCH];
        try (RunningExternal server = RunningExternal.start(name, "echo");
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4 << 10);
            socket.setSendBufferSize(64 << 10);
            socket.connect(server.address());
            socket.getOutputStream().write(sent);
            assertThat(socket.getInputStream().readNBytes(MUCH)).hasSize(MUCH);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"article-stages", "crawler-deferred-5"})
    void twoMessagesOfAConnectionAreAnsweredInEitherOrder(String name) throws Exception {
        byte[] sent = new byte[LONG_MESSAGE];
        new Random(7).nextBytes(sent);
        try (RunningExternal server = RunningExternal.start(name, "echo");
                Socket socket = server.connect()) {
            byte[] received = sent;
            while (Arrays.equals(sent, received)) {
                CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(socket, sent));
                received = socket.getInputStream().readNBytes(LONG_MESSAGE);
                writer.join();
            }
            Arrays.sort(received);
            byte[] sorted = sent.clone();
            Arrays.sort(sorted);
            assertThat(received).as("the same bytes in another order").isEqualTo(sorted);
        }
    }

    @Test
    void theEndOfTheStreamClosesAConnectionWhoseAnswerIsStillInBusiness() throws Exception {
        try (RunningExternal server = RunningExternal.start("article-stages", "busy?millis=600000");
                Socket socket = server.connect()) {
            write(socket, new byte[] {'a'});
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Waits until the server has used a second of processor time; a server that waits for events uses hardly any meanwhile. */
    private static void isBusyWhileACleanOneIsNot(RunningExternal server) throws Exception {
        try (RunningExternal clean = RunningExternal.start("c-epoll", "echo");
                Socket idle = clean.connect()) {
            idle.getOutputStream().write('a');
            assertThat(idle.getInputStream().read()).isEqualTo('a');
            Duration cleanBefore = clean.cpu();
            Duration until = server.cpu().plus(SOME_WORK);
            while (server.cpu().compareTo(until) < 0) {
                Thread.onSpinWait();
            }
            assertThat(clean.cpu().minus(cleanBefore)).isLessThan(SOME_WORK.dividedBy(10));
        }
    }

    /** Returns the first of many connections, one after another, whose byte is not echoed although the server works for a second. */
    private static Socket firstThatIsNotAnswered(RunningExternal server) throws Exception {
        while (true) {
            Socket socket = server.connect();
            socket.getOutputStream().write('a');
            isBusyWhileACleanOneIsNot(server);
            if (socket.getInputStream().available() == 0) {
                return socket;
            }
            socket.close();
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException failed) {
            throw new IllegalStateException("the server has closed the connection", failed);
        }
    }

    private static void floodUntilClosed(Socket socket) {
        try {
            while (true) {
                socket.getOutputStream().write(new byte[LONG_MESSAGE]);
            }
        } catch (IOException closed) {
            return; // the test is over
        }
    }
}
