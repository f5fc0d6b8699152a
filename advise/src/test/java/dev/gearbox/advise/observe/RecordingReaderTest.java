package dev.gearbox.advise.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.advise.AdviseException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of this JVM, with events that are known. */
@Timeout(120)
final class RecordingReaderTest {
    @TempDir
    private Path folder = Path.of("");

    private interface Work {
        void run() throws Exception;
    }

    private Path record(Duration threshold, Work work) throws Exception {
        Path file = folder.resolve("own.jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of(RecordingReader.READ, RecordingReader.WRITE)) {
                recording.enable(event).withThreshold(threshold).with("throttle", "off");
            }
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ofMillis(1));
            recording.enable("jdk.ActiveSetting");
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    /** A channel that does not block, whose reads mostly find nothing. */
    @Test
    void reads_without_bytes_are_left_out_and_those_of_channels_are_not() throws Exception {
        String[] peer = new String[1];
        Path file = record(Duration.ZERO, () -> {
            try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                    SocketChannel client = SocketChannel.open(listener.getLocalSocketAddress())) {
                InetSocketAddress to = (InetSocketAddress) client.getRemoteAddress();
                peer[0] = Peers.key(to.getAddress().getHostAddress(), to.getPort());
                client.configureBlocking(false);
                ByteBuffer buffer = ByteBuffer.allocate(1000);
                try (Socket accepted = listener.accept()) {
                    assertThat(client.read(buffer)).isZero();
                    client.write(ByteBuffer.allocate(70));
                    assertThat(accepted.getInputStream().readNBytes(70)).hasSize(70);
                    accepted.getOutputStream().write(new byte[40]);
                    while (buffer.position() < 40) {
                        client.read(buffer);
                    }
                }
                while (client.read(buffer) >= 0) {
                    Thread.onSpinWait();
                }
            }
        });
        RecordedEvents recorded = RecordingReader.read(file);
        assertThat(recorded.settings().uncountable()).isEmpty();
        assertThat(recorded.settings().hiddenWait()).isEqualTo(Duration.ofMillis(1));
        List<SocketTransfer> ours = recorded.transfers().stream()
                .filter(each -> each.peer().equals(peer[0]))
                .toList();
        assertThat(ours.stream()
                        .filter(SocketTransfer::read)
                        .mapToLong(SocketTransfer::bytes)
                        .sum())
                .isEqualTo(40);
        assertThat(ours.stream().filter(each -> !each.read()).mapToLong(SocketTransfer::bytes))
                .containsExactly(70L);
        assertThat(ours.stream().filter(SocketTransfer::ended)).hasSize(1);
        assertThat(ours).allMatch(each -> each.bytes() > 0 || each.ended());
        assertThat(ours)
                .allMatch(each -> each.thread() == Thread.currentThread().threadId() && !each.virtual());
    }

    @Test
    void a_sleep_is_a_wait_of_its_thread() throws Exception {
        Path file = record(Duration.ZERO, () -> Thread.sleep(5)); // the event, not a condition
        assertThat(RecordingReader.read(file).waits())
                .filteredOn(wait -> wait.thread() == Thread.currentThread().threadId())
                .anySatisfy(wait -> assertThat(wait.end() - wait.start()).isGreaterThanOrEqualTo(4_000_000));
    }

    @Test
    void a_threshold_is_read() throws Exception {
        Path file = record(Duration.ofMillis(20), () -> {});
        assertThat(RecordingReader.read(file).settings().uncountable())
                .hasValue("it has jdk.SocketRead only above 20 ms (its threshold)");
    }

    @Test
    void a_recording_without_socket_events_says_so() throws Exception {
        Path file = folder.resolve("other.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ActiveSetting");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        assertThat(ObservedTraffic.of("it", RecordingReader.read(file), Optional.empty(), Optional.empty())
                        .noRequests())
                .isEqualTo("it was made with jdk.SocketRead disabled");
    }

    @Test
    void a_recording_that_was_cut_off_is_refused() throws Exception {
        Path file = record(Duration.ZERO, () -> {});
        byte[] all = Files.readAllBytes(file);
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(all, all.length / 2));
        assertThatThrownBy(() -> RecordingReader.read(cut))
                .isInstanceOf(AdviseException.class)
                .hasMessageStartingWith("the recording " + cut + " is not complete or damaged (");
        assertThatThrownBy(() -> RecordingReader.read(empty())).hasMessageContaining(" is no flight recording (");
    }

    /** JFR throws IndexOutOfBoundsException, ClassCastException and others. */
    @Test
    void a_recording_that_is_damaged_is_read_or_refused() throws Exception {
        byte[] all = Files.readAllBytes(record(Duration.ZERO, () -> {}));
        Path file = folder.resolve("damaged.jfr");
        int refused = 0;
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 60; i++) {
            byte[] damaged = all.clone();
            for (int byteNumber = 0; byteNumber < 10; byteNumber++) {
                damaged[random.nextInt(4, damaged.length)] = (byte) random.nextInt();
            }
            Files.write(file, damaged);
            try {
                RecordingReader.read(file);
            } catch (AdviseException known) {
                assertThat(known).hasMessageContaining(" is not complete or damaged (");
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    private Path empty() throws IOException {
        return Files.write(folder.resolve("empty.jfr"), new byte[0]);
    }
}
