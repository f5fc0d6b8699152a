package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.AttributeKey;
import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.UnreadOverflowException;
import dev.gearbox.core.buffers.PooledBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The state machine behind every connection, step by step, without a socket. */
class ConnectionStateTest {
    private final FakeEngine engine = new FakeEngine();
    private final FakeEngine.FakeTransport transport = engine.new FakeTransport();
    private final RecordingSession journal = new RecordingSession();

    private ConnectionState open(Options options) {
        ConnectionState state = FakeEngine.state(connection -> journal, options);
        assertThat(state.open(transport)).isTrue();
        return state;
    }

    private ConnectionState open() {
        return open(Options.DEFAULT);
    }

    /** Runs {@code task} as a callback of the session. */
    private static void in(ConnectionState state, Runnable task) {
        state.connection().execute(task);
        state.turn();
    }

    @Test
    void whatIsLeftIsOfferedAgainWithWhatCame() {
        ConnectionState state = open();
        journal.takes = 3;
        engine.deliver(state, new byte[10]);
        engine.deliver(state, new byte[5]);
        assertThat(journal.entries).containsExactly("received 10", "received 12");
    }

    /** A buffer that was kept can be moved at any time, even while it belongs to another connection. */
    @Test
    void movedMarksEndTheConnectionAndNothingElse() {
        ConnectionState state =
                FakeEngine.state(connection -> in -> in.limit(in.capacity()).position(20), Options.DEFAULT);
        state.open(transport);
        engine.deliver(state, new byte[8]);
        assertThat(state.next()).isEqualTo(ConnectionState.Next.CLOSE);
    }

    /** Bytes beyond the buffer's memory are not a region of it, even if another thread moves the marks between two checks. */
    @Test
    void aRegionLiesWhollyInItsMemory() {
        PooledBuffer buffer = engine.pool().take(8);
        buffer.in.clear().position(buffer.capacity() - 4);
        assertThat(buffer.offsetOf(buffer.in, 4)).isEqualTo(buffer.capacity() - 4);
        assertThat(buffer.offsetOf(buffer.in, 5)).isNegative();
        buffer.release();
    }

    @Test
    void theSessionSeesWhatWaitsAndTheTransportWhetherTheEndIsClean() {
        Options options = Options.DEFAULT.withWater(100, 10);
        ConnectionState state = open(options);
        assertThat(state.connection().options()).isSameAs(options);
        assertThatThrownBy(() -> state.connection().queued()).isInstanceOf(IllegalStateException.class);
        List<Long> queued = new ArrayList<>();
        in(state, () -> {
            state.connection().write(ByteBuffer.allocate(30));
            queued.add(state.connection().queued());
        });
        assertThat(queued).containsExactly(30L);
        assertThat(state.endsCleanly()).isFalse();
        FakeEngine.drain(state);
        assertThat(state.endsCleanly()).isTrue();
        state.failed(new IOException("planted"));
        assertThat(state.endsCleanly()).isFalse();
    }

    /**
     * Otherwise each send would leave an alarm behind that lets another turn run, and a reader that pauses for a moment would make the connection reach the
     * cap.
     */
    @Test
    void tasksThatWaitedForASendLeaveNoAlarmBehind() {
        ConnectionState state = open(Options.DEFAULT.withWater(1_000, 500));
        for (int task = 0; task < 10_000; task++) {
            state.connection().execute(() -> state.connection().write(ByteBuffer.allocate(1_000)));
        }
        for (int round = 0; round < 5; round++) {
            state.turn();
            assertThat(state.hasMail()).isFalse();
            int length = state.output().remaining();
            state.sent(length);
            assertThat(state.hasMail()).isTrue();
        }
        state.turn();
        assertThat(transport.alarms).hasSize(1);
        transport.alarms.getFirst().task().run();
        assertThat(state.hasMail()).isTrue();
    }

    /** A cancellation may come too late. */
    @Test
    void anAlarmEndsNoWaitButItsOwn() {
        ConnectionState state = open(Options.DEFAULT.withWater(1_000, 500));
        for (int task = 0; task < 10_000; task++) {
            state.connection().execute(() -> state.connection().write(ByteBuffer.allocate(1_000)));
        }
        state.turn();
        Runnable late = transport.alarms.getFirst().task();
        state.sent(state.output().remaining());
        state.turn();
        late.run();
        assertThat(state.hasMail()).isFalse();
    }

    @Test
    void whatIsLeftIsNotOfferedForNothing() {
        ConnectionState state = open();
        journal.takes = 0;
        engine.deliver(state, new byte[10]);
        state.turn();
        in(state, () -> {});
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
        assertThat(journal.entries).containsExactly("received 10");
    }

    @Test
    void pausingAndResumingInReceivedDoesNotSpin() {
        ConnectionState state = open();
        journal.takes = 0;
        journal.inReceived = () -> {
            state.connection().pause();
            state.connection().resume();
        };
        engine.deliver(state, new byte[10]);
        assertThat(journal.entries).containsExactly("received 10");
    }

    @Test
    void resumeOffersWhatWasLeft() {
        ConnectionState state = open();
        journal.takes = 4;
        journal.inReceived = state.connection()::pause;
        engine.deliver(state, new byte[10]);
        assertThat(state.reading()).isFalse();
        in(state, state.connection()::resume);
        assertThat(journal.entries).containsExactly("received 10", "received 6");
        assertThat(state.reading()).isFalse();
    }

    @Test
    void aReadThatEndsWhilePausedIsOwed() {
        ConnectionState state = open();
        in(state, state.connection()::pause);
        engine.deliver(state, new byte[10]);
        engine.deliver(state, new byte[5]);
        assertThat(journal.entries).isEmpty();
        in(state, state.connection()::resume);
        assertThat(journal.entries).containsExactly("received 15");
    }

    @Test
    void aReadThatEndsWhilePausedDoesNotCountAgainstTheCap() {
        ConnectionState state = open(Options.DEFAULT.withCaps(1 << 20, 8));
        in(state, state.connection()::pause);
        engine.deliver(state, new byte[10]);
        in(state, state.connection()::resume);
        assertThat(journal.entries).containsExactly("received 10");
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
    }

    @Test
    void theEndIsToldOnlyAfterResumeAndBehindTheBytes() {
        ConnectionState state = open();
        in(state, state.connection()::pause);
        engine.deliver(state, new byte[10]);
        state.inputEnded();
        assertThat(journal.entries).isEmpty();
        in(state, state.connection()::resume);
        assertThat(journal.entries).containsExactly("received 10", "ended");
    }

    @Test
    void anEndThatIsNotToldYetDoesNotCloseTheConnection() {
        ConnectionState state = open();
        in(state, () -> {
            state.connection().pause();
            state.connection().end();
        });
        state.inputEnded();
        FakeEngine.drain(state);
        assertThat(journal.entries).isEmpty();
        in(state, state.connection()::resume);
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("ended", "closed");
    }

    @Test
    void theCapIsOnWhatTheSessionLeaves() {
        ConnectionState state = open(Options.DEFAULT.withCaps(1 << 20, 10));
        journal.takes = 0;
        engine.deliver(state, new byte[10]);
        journal.takes = 10;
        engine.deliver(state, new byte[5]);
        assertThat(state.next()).as("15 were there, 5 are left").isEqualTo(ConnectionState.Next.REST);
        journal.takes = 0;
        engine.deliver(state, new byte[6]);
        FakeEngine.drain(state);
        assertThat(journal.cause).isInstanceOf(UnreadOverflowException.class);
    }

    @Test
    void waterMarks() {
        ConnectionState state = open(Options.DEFAULT.withWater(100, 20));
        List<Boolean> answers = new ArrayList<>();
        in(state, () -> {
            answers.add(state.connection().write(ByteBuffer.allocate(100)));
            answers.add(state.connection().write(ByteBuffer.allocate(1)));
        });
        assertThat(answers).containsExactly(true, false);
        assertThat(state.reading()).isFalse();
        state.output();
        state.sent(80);
        assertThat(journal.entries).isEmpty();
        state.output();
        state.sent(1);
        assertThat(journal.entries).containsExactly("writable");
        assertThat(state.reading()).isTrue();
    }

    @Test
    void whatIsLeftIsOfferedAfterWritable() {
        ConnectionState state = open(Options.DEFAULT.withWater(100, 20));
        journal.takes = 0;
        journal.inReceived = () -> state.connection().write(ByteBuffer.allocate(101));
        engine.deliver(state, new byte[10]);
        journal.inReceived = () -> {};
        journal.takes = 10;
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("received 10", "writable", "received 10");
    }

    @Test
    void hardCapOfTheBacklog() {
        ConnectionState state = open(Options.DEFAULT.withWater(100, 20).withCaps(1_000, 10));
        in(state, () -> {
            state.connection().write(ByteBuffer.allocate(101));
            state.connection().write(ByteBuffer.allocate(899));
            state.connection().write(ByteBuffer.allocate(1));
        });
        assertThat(state.next()).isEqualTo(ConnectionState.Next.CLOSE);
        FakeEngine.drain(state);
        assertThat(journal.cause).isInstanceOf(BacklogOverflowException.class);
    }

    @Test
    void echoCopiesNothing() {
        ConnectionState state = FakeEngine.state(connection -> connection::write, Options.DEFAULT);
        state.open(transport);
        PooledBuffer buffer = engine.pool().take(16);
        buffer.memory().put(new byte[] {1, 2, 3});
        state.received(buffer);
        assertThat(buffer.shared()).isTrue();
        assertThat(state.output()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        state.sent(3);
        assertThat(buffer.shared()).isFalse();
    }

    @Test
    void endsOfBothSidesCloseIt() {
        ConnectionState state = open();
        in(state, () -> state.connection().write(ByteBuffer.wrap(new byte[] {7})));
        state.inputEnded();
        state.inputEnded();
        assertThat(state.next()).isEqualTo(ConnectionState.Next.SEND);
        assertThat(FakeEngine.drain(state)).containsExactly(7);
        assertThat(journal.entries).containsExactly("ended", "closed");
        assertThat(journal.cause).isNull();
    }

    @Test
    void aSessionThatGoesOnEndsByItself() {
        ConnectionState state = open();
        journal.goesOn = true;
        state.inputEnded();
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("ended");
        in(state, state.connection()::end);
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("ended", "closed");
    }

    @Test
    void closeSendsWhatIsQueuedForTheLingerAtMost() {
        ConnectionState state = open();
        in(state, () -> {
            state.connection().write(ByteBuffer.allocate(10));
            state.connection().close();
        });
        assertThat(state.reading()).isFalse();
        assertThat(state.next()).isEqualTo(ConnectionState.Next.SEND);
        state.output();
        state.sent(0);
        assertThat(transport.alarms).hasSize(1);
        transport.alarms.getFirst().task().run();
        state.turn();
        assertThat(state.next()).isEqualTo(ConnectionState.Next.CLOSE);
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isNull();
    }

    @Test
    void afterOwnEndWriteIsRefused() {
        ConnectionState state = open();
        in(state, () -> {
            state.connection().end();
            assertThatThrownBy(() -> state.connection().write(ByteBuffer.allocate(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("end()");
        });
        assertThat(state.next()).isEqualTo(ConnectionState.Next.END_OUTPUT);
    }

    @Test
    void afterThePeersResetWriteIsDropped() {
        ConnectionState state = open();
        state.connection().execute(() -> {
            state.failed(new IOException("Connection reset by peer"));
            assertThat(state.connection().write(ByteBuffer.allocate(1))).isTrue();
        });
        state.turn();
        FakeEngine.drain(state);
        assertThat(journal.cause).isInstanceOf(ConnectionResetException.class);
    }

    @Test
    void closedComesOnceAndLast() {
        ConnectionState state = open();
        state.failed(new IOException("first"));
        state.failed(new IOException("second"));
        FakeEngine.drain(state);
        state.closed();
        in(state, () -> journal.entries.add("task"));
        engine.deliver(state, new byte[1]);
        state.inputEnded();
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).hasMessage("first");
        assertThat(engine.stats().connections()).isZero();
    }

    @Test
    void whatACallbackThrowsIsTheCause() {
        ConnectionState state = open();
        IllegalStateException planted = new IllegalStateException("planted");
        journal.inReceived = () -> {
            throw planted;
        };
        engine.deliver(state, new byte[1]);
        engine.deliver(state, new byte[1]);
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("received 1", "closed");
        assertThat(journal.cause).isSameAs(planted);
    }

    @Test
    void timersAreCancelledByTheEnd() {
        ConnectionState state = open();
        in(state, () -> state.connection().schedule(Duration.ofHours(1), () -> journal.entries.add("timer")));
        FakeEngine.Alarm alarm = transport.alarms.getFirst();
        in(state, state.connection()::close);
        FakeEngine.drain(state);
        assertThat(transport.alarms).isEmpty();
        alarm.task().run();
        state.turn();
        assertThat(journal.entries).containsExactly("closed");
    }

    @Test
    void aTimerSetInClosedIsNone() {
        ConnectionState state = FakeEngine.state(
                connection -> new Session() {
                    @Override
                    public void received(ByteBuffer in) {}

                    @Override
                    public void closed(@org.jspecify.annotations.Nullable Throwable cause) {
                        connection.schedule(Duration.ofHours(1), () -> {});
                    }
                },
                Options.DEFAULT);
        state.open(transport);
        in(state, state.connection()::close);
        FakeEngine.drain(state);
        assertThat(transport.alarms).isEmpty();
    }

    @Test
    void aTimerLetsAnEarlierOneGoFirst() {
        ConnectionState state = open();
        in(state, () -> {
            state.connection().schedule(Duration.ofNanos(1), () -> journal.entries.add("first"));
            state.connection().schedule(Duration.ofMillis(2), () -> journal.entries.add("second"));
        });
        transport.alarms.get(1).task().run();
        state.turn();
        assertThat(journal.entries).containsExactly("first", "second");
    }

    @Test
    void tasksFromOtherThreadsWakeTheEngineAndKeepTheirOrder() throws InterruptedException {
        ConnectionState state = open();
        Thread poster = Thread.ofPlatform().start(() -> {
            for (int number = 0; number < 100; number++) {
                int mine = number;
                state.connection().execute(() -> journal.entries.add("task " + mine));
            }
        });
        poster.join();
        assertThat(transport.wakes).hasPositiveValue();
        assertThat(state.hasMail()).isTrue();
        while (state.hasMail()) {
            state.turn();
        }
        assertThat(journal.entries).hasSize(100).startsWith("task 0", "task 1").endsWith("task 99");
    }

    @Test
    void aTaskThatPostsItselfHasOneTurnAtATime() {
        ConnectionState state = open();
        Runnable again = new Runnable() {
            @Override
            public void run() {
                journal.entries.add("task");
                state.connection().execute(this);
            }
        };
        in(state, again);
        assertThat(journal.entries).hasSize(1);
        assertThat(state.hasMail()).isTrue();
    }

    @Test
    void outsideACallbackNothingIsAllowedThatBelongsThere() {
        ConnectionState state = open();
        Connection connection = state.connection();
        for (Runnable each : List.<Runnable>of(
                () -> connection.write(ByteBuffer.allocate(1)),
                connection::end,
                connection::pause,
                connection::resume)) {
            assertThatThrownBy(each::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("connection.execute");
        }
        ConnectionState other = open();
        in(other, () -> assertThatThrownBy(connection::end).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void aProtocolWithoutSessionClosesTheConnection() {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        SocketAddressPair addresses = new SocketAddressPair();
        ConnectionState state =
                new ConnectionState(noSession(), Options.DEFAULT, addresses.local, addresses.remote, null, opened);
        state.open(transport);
        assertThat(state.next()).isEqualTo(ConnectionState.Next.CLOSE);
        assertThat(opened).isCompletedExceptionally();
        FakeEngine.drain(state);
    }

    /** Its caller has cancelled the connect, and the engine noticed that too late to stop. */
    @Test
    void aConnectionThatIsNotWantedAnyMoreHasNoSession() {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        SocketAddressPair addresses = new SocketAddressPair();
        ConnectionState state =
                new ConnectionState(_ -> journal, Options.DEFAULT, addresses.local, addresses.remote, null, opened);
        opened.cancel(true);
        state.open(transport);
        assertThat(state.next()).isEqualTo(ConnectionState.Next.CLOSE);
        FakeEngine.drain(state);
        assertThat(journal.entries).isEmpty();
    }

    /** For a client that may be answered before it has sent its whole request. */
    @Test
    void readingGoesOnAboveTheHighWaterMarkIfTheOptionsSaySo() {
        Options options = Options.builder().water(100, 10).build();
        ConnectionState state = open(options);
        in(
                state,
                () -> assertThat(state.connection().write(ByteBuffer.allocate(101)))
                        .isFalse());
        assertThat(state.reading()).isFalse();
        ConnectionState other =
                open(options.toBuilder().readsAboveHighWater(true).build());
        in(
                other,
                () -> assertThat(other.connection().write(ByteBuffer.allocate(101)))
                        .isFalse());
        assertThat(other.reading()).isTrue();
        engine.deliver(other, new byte[5]);
        assertThat(journal.entries).containsExactly("received 5");
        other.sent(91);
        assertThat(journal.entries).endsWith("writable");
    }

    @Test
    void attributesBelongToTheConnection() {
        AttributeKey<String> user = AttributeKey.of("user");
        AttributeKey<String> another = AttributeKey.of("user");
        Connection connection = open().connection();
        assertThat(connection.attribute(user)).isEmpty();
        connection.setAttribute(user, "first");
        connection.setAttribute(user, "second");
        assertThat(connection.attribute(user)).contains("second");
        assertThat(connection.attribute(another)).isEmpty();
        assertThat(open().connection().attribute(user)).isEmpty();
        assertThat(user).hasToString("user");
    }

    @SuppressWarnings("NullAway") // what careless user code could do
    private static Protocol noSession() {
        return connection -> null;
    }

    private static final class SocketAddressPair {
        final java.net.SocketAddress local =
                new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 1);
        final java.net.SocketAddress remote =
                new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 2);
    }
}
