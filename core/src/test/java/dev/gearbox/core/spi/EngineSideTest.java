package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
class EngineSideTest {
    private final FakeEngine engine = new FakeEngine();
    private final FakeEngine.FakeTransport transport = engine.new FakeTransport();
    private final Journal journal = new Journal();

    private EngineSide open(Options options) {
        EngineSide side = FakeEngine.side(connection -> journal, options);
        assertThat(side.open(transport)).isTrue();
        return side;
    }

    private EngineSide open() {
        return open(Options.DEFAULT);
    }

    /** Runs {@code task} as a callback of the session. */
    private static void in(EngineSide side, Runnable task) {
        side.connection().execute(task);
        side.turn();
    }

    @Test
    void whatIsLeftIsOfferedAgainWithWhatCame() {
        EngineSide side = open();
        journal.takes = 3;
        engine.deliver(side, new byte[10]);
        engine.deliver(side, new byte[5]);
        assertThat(journal.entries).containsExactly("received 10", "received 12");
    }

    /** A buffer that was kept can be moved at any time, also while it is another connection's. */
    @Test
    void movedMarksEndTheConnectionAndNothingElse() {
        EngineSide side =
                FakeEngine.side(connection -> in -> in.limit(in.capacity()).position(20), Options.DEFAULT);
        side.open(transport);
        engine.deliver(side, new byte[8]);
        assertThat(side.next()).isEqualTo(EngineSide.Next.CLOSE);
    }

    /** Bytes that lie beyond the buffer's memory are no region of it, whoever moves the marks between two looks at them. */
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
        EngineSide side = open(options);
        assertThat(side.connection().options()).isSameAs(options);
        assertThatThrownBy(() -> side.connection().queued()).isInstanceOf(IllegalStateException.class);
        List<Long> queued = new ArrayList<>();
        in(side, () -> {
            side.connection().write(ByteBuffer.allocate(30));
            queued.add(side.connection().queued());
        });
        assertThat(queued).containsExactly(30L);
        assertThat(side.endsCleanly()).isFalse();
        FakeEngine.drain(side);
        assertThat(side.endsCleanly()).isTrue();
        side.failed(new IOException("planted"));
        assertThat(side.endsCleanly()).isFalse();
    }

    /** Or each send would leave an alarm behind that lets another turn run, and a reader that pauses for a moment would find the cap reached. */
    @Test
    void tasksThatWaitedForASendLeaveNoAlarmBehind() {
        EngineSide side = open(Options.DEFAULT.withWater(1_000, 500));
        for (int task = 0; task < 10_000; task++) {
            side.connection().execute(() -> side.connection().write(ByteBuffer.allocate(1_000)));
        }
        for (int round = 0; round < 5; round++) {
            side.turn();
            assertThat(side.hasMail()).isFalse();
            int length = side.output().remaining();
            side.sent(length);
            assertThat(side.hasMail()).isTrue();
        }
        side.turn();
        assertThat(transport.alarms).hasSize(1);
        transport.alarms.getFirst().task().run();
        assertThat(side.hasMail()).isTrue();
    }

    /** A cancellation may come too late. */
    @Test
    void anAlarmEndsNoWaitButItsOwn() {
        EngineSide side = open(Options.DEFAULT.withWater(1_000, 500));
        for (int task = 0; task < 10_000; task++) {
            side.connection().execute(() -> side.connection().write(ByteBuffer.allocate(1_000)));
        }
        side.turn();
        Runnable late = transport.alarms.getFirst().task();
        side.sent(side.output().remaining());
        side.turn();
        late.run();
        assertThat(side.hasMail()).isFalse();
    }

    @Test
    void whatIsLeftIsNotOfferedForNothing() {
        EngineSide side = open();
        journal.takes = 0;
        engine.deliver(side, new byte[10]);
        side.turn();
        in(side, () -> {});
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
        assertThat(journal.entries).containsExactly("received 10");
    }

    @Test
    void pausingAndResumingInReceivedDoesNotSpin() {
        EngineSide side = open();
        journal.takes = 0;
        journal.inReceived = () -> {
            side.connection().pause();
            side.connection().resume();
        };
        engine.deliver(side, new byte[10]);
        assertThat(journal.entries).containsExactly("received 10");
    }

    @Test
    void resumeOffersWhatWasLeft() {
        EngineSide side = open();
        journal.takes = 4;
        journal.inReceived = side.connection()::pause;
        engine.deliver(side, new byte[10]);
        assertThat(side.reading()).isFalse();
        in(side, side.connection()::resume);
        assertThat(journal.entries).containsExactly("received 10", "received 6");
        assertThat(side.reading()).isFalse();
    }

    @Test
    void aReadThatEndsWhilePausedIsOwed() {
        EngineSide side = open();
        in(side, side.connection()::pause);
        engine.deliver(side, new byte[10]);
        engine.deliver(side, new byte[5]);
        assertThat(journal.entries).isEmpty();
        in(side, side.connection()::resume);
        assertThat(journal.entries).containsExactly("received 15");
    }

    @Test
    void aReadThatEndsWhilePausedDoesNotCountAgainstTheCap() {
        EngineSide side = open(Options.DEFAULT.withCaps(1 << 20, 8));
        in(side, side.connection()::pause);
        engine.deliver(side, new byte[10]);
        in(side, side.connection()::resume);
        assertThat(journal.entries).containsExactly("received 10");
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
    }

    @Test
    void theEndIsToldOnlyAfterResumeAndBehindTheBytes() {
        EngineSide side = open();
        in(side, side.connection()::pause);
        engine.deliver(side, new byte[10]);
        side.inputEnded();
        assertThat(journal.entries).isEmpty();
        in(side, side.connection()::resume);
        assertThat(journal.entries).containsExactly("received 10", "ended");
    }

    @Test
    void anEndThatIsNotToldYetDoesNotCloseTheConnection() {
        EngineSide side = open();
        in(side, () -> {
            side.connection().pause();
            side.connection().end();
        });
        side.inputEnded();
        FakeEngine.drain(side);
        assertThat(journal.entries).isEmpty();
        in(side, side.connection()::resume);
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("ended", "closed");
    }

    @Test
    void theCapIsOnWhatTheSessionLeaves() {
        EngineSide side = open(Options.DEFAULT.withCaps(1 << 20, 10));
        journal.takes = 0;
        engine.deliver(side, new byte[10]);
        journal.takes = 10;
        engine.deliver(side, new byte[5]);
        assertThat(side.next()).as("15 were there, 5 are left").isEqualTo(EngineSide.Next.REST);
        journal.takes = 0;
        engine.deliver(side, new byte[6]);
        FakeEngine.drain(side);
        assertThat(journal.cause).isInstanceOf(UnreadOverflowException.class);
    }

    @Test
    void waterMarks() {
        EngineSide side = open(Options.DEFAULT.withWater(100, 20));
        List<Boolean> answers = new ArrayList<>();
        in(side, () -> {
            answers.add(side.connection().write(ByteBuffer.allocate(100)));
            answers.add(side.connection().write(ByteBuffer.allocate(1)));
        });
        assertThat(answers).containsExactly(true, false);
        assertThat(side.reading()).isFalse();
        side.output();
        side.sent(80);
        assertThat(journal.entries).isEmpty();
        side.output();
        side.sent(1);
        assertThat(journal.entries).containsExactly("writable");
        assertThat(side.reading()).isTrue();
    }

    @Test
    void whatIsLeftIsOfferedAfterWritable() {
        EngineSide side = open(Options.DEFAULT.withWater(100, 20));
        journal.takes = 0;
        journal.inReceived = () -> side.connection().write(ByteBuffer.allocate(101));
        engine.deliver(side, new byte[10]);
        journal.inReceived = () -> {};
        journal.takes = 10;
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("received 10", "writable", "received 10");
    }

    @Test
    void hardCapOfTheBacklog() {
        EngineSide side = open(Options.DEFAULT.withWater(100, 20).withCaps(1_000, 10));
        in(side, () -> {
            side.connection().write(ByteBuffer.allocate(101));
            side.connection().write(ByteBuffer.allocate(899));
            side.connection().write(ByteBuffer.allocate(1));
        });
        assertThat(side.next()).isEqualTo(EngineSide.Next.CLOSE);
        FakeEngine.drain(side);
        assertThat(journal.cause).isInstanceOf(BacklogOverflowException.class);
    }

    @Test
    void echoCopiesNothing() {
        EngineSide side = FakeEngine.side(connection -> connection::write, Options.DEFAULT);
        side.open(transport);
        PooledBuffer buffer = engine.pool().take(16);
        buffer.memory().put(new byte[] {1, 2, 3});
        side.received(buffer);
        assertThat(buffer.shared()).isTrue();
        assertThat(side.output()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        side.sent(3);
        assertThat(buffer.shared()).isFalse();
    }

    @Test
    void endsOfBothSidesCloseIt() {
        EngineSide side = open();
        in(side, () -> side.connection().write(ByteBuffer.wrap(new byte[] {7})));
        side.inputEnded();
        side.inputEnded();
        assertThat(side.next()).isEqualTo(EngineSide.Next.SEND);
        assertThat(FakeEngine.drain(side)).containsExactly(7);
        assertThat(journal.entries).containsExactly("ended", "closed");
        assertThat(journal.cause).isNull();
    }

    @Test
    void aSessionThatGoesOnEndsByItself() {
        EngineSide side = open();
        journal.goesOn = true;
        side.inputEnded();
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("ended");
        in(side, side.connection()::end);
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("ended", "closed");
    }

    @Test
    void closeSendsWhatIsQueuedForTheLingerAtMost() {
        EngineSide side = open();
        in(side, () -> {
            side.connection().write(ByteBuffer.allocate(10));
            side.connection().close();
        });
        assertThat(side.reading()).isFalse();
        assertThat(side.next()).isEqualTo(EngineSide.Next.SEND);
        side.output();
        side.sent(0);
        assertThat(transport.alarms).hasSize(1);
        transport.alarms.getFirst().task().run();
        side.turn();
        assertThat(side.next()).isEqualTo(EngineSide.Next.CLOSE);
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isNull();
    }

    @Test
    void afterOwnEndWriteIsRefused() {
        EngineSide side = open();
        in(side, () -> {
            side.connection().end();
            assertThatThrownBy(() -> side.connection().write(ByteBuffer.allocate(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("end()");
        });
        assertThat(side.next()).isEqualTo(EngineSide.Next.END_OUTPUT);
    }

    @Test
    void afterThePeersResetWriteIsDropped() {
        EngineSide side = open();
        side.connection().execute(() -> {
            side.failed(new IOException("Connection reset by peer"));
            assertThat(side.connection().write(ByteBuffer.allocate(1))).isTrue();
        });
        side.turn();
        FakeEngine.drain(side);
        assertThat(journal.cause).isInstanceOf(ConnectionResetException.class);
    }

    @Test
    void closedComesOnceAndLast() {
        EngineSide side = open();
        side.failed(new IOException("first"));
        side.failed(new IOException("second"));
        FakeEngine.drain(side);
        side.closed();
        in(side, () -> journal.entries.add("task"));
        engine.deliver(side, new byte[1]);
        side.inputEnded();
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).hasMessage("first");
        assertThat(engine.stats().connections()).isZero();
    }

    @Test
    void whatACallbackThrowsIsTheCause() {
        EngineSide side = open();
        IllegalStateException planted = new IllegalStateException("planted");
        journal.inReceived = () -> {
            throw planted;
        };
        engine.deliver(side, new byte[1]);
        engine.deliver(side, new byte[1]);
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("received 1", "closed");
        assertThat(journal.cause).isSameAs(planted);
    }

    @Test
    void timersAreCancelledByTheEnd() {
        EngineSide side = open();
        in(side, () -> side.connection().schedule(Duration.ofHours(1), () -> journal.entries.add("timer")));
        FakeEngine.Alarm alarm = transport.alarms.getFirst();
        in(side, side.connection()::close);
        FakeEngine.drain(side);
        assertThat(transport.alarms).isEmpty();
        alarm.task().run();
        side.turn();
        assertThat(journal.entries).containsExactly("closed");
    }

    @Test
    void aTimerSetInClosedIsNone() {
        EngineSide side = FakeEngine.side(
                connection -> new Session() {
                    @Override
                    public void received(ByteBuffer in) {}

                    @Override
                    public void closed(@org.jspecify.annotations.Nullable Throwable cause) {
                        connection.schedule(Duration.ofHours(1), () -> {});
                    }
                },
                Options.DEFAULT);
        side.open(transport);
        in(side, side.connection()::close);
        FakeEngine.drain(side);
        assertThat(transport.alarms).isEmpty();
    }

    @Test
    void aTimerLetsAnEarlierOneGoFirst() {
        EngineSide side = open();
        in(side, () -> {
            side.connection().schedule(Duration.ofNanos(1), () -> journal.entries.add("first"));
            side.connection().schedule(Duration.ofMillis(2), () -> journal.entries.add("second"));
        });
        transport.alarms.get(1).task().run();
        side.turn();
        assertThat(journal.entries).containsExactly("first", "second");
    }

    @Test
    void tasksFromOtherThreadsWakeTheEngineAndKeepTheirOrder() throws InterruptedException {
        EngineSide side = open();
        Thread poster = Thread.ofPlatform().start(() -> {
            for (int number = 0; number < 100; number++) {
                int mine = number;
                side.connection().execute(() -> journal.entries.add("task " + mine));
            }
        });
        poster.join();
        assertThat(transport.wakes).hasPositiveValue();
        assertThat(side.hasMail()).isTrue();
        while (side.hasMail()) {
            side.turn();
        }
        assertThat(journal.entries).hasSize(100).startsWith("task 0", "task 1").endsWith("task 99");
    }

    @Test
    void aTaskThatPostsItselfHasOneTurnAtATime() {
        EngineSide side = open();
        Runnable again = new Runnable() {
            @Override
            public void run() {
                journal.entries.add("task");
                side.connection().execute(this);
            }
        };
        in(side, again);
        assertThat(journal.entries).hasSize(1);
        assertThat(side.hasMail()).isTrue();
    }

    @Test
    void outsideACallbackNothingIsAllowedThatBelongsThere() {
        EngineSide side = open();
        Connection connection = side.connection();
        for (Runnable each : List.<Runnable>of(
                () -> connection.write(ByteBuffer.allocate(1)),
                connection::end,
                connection::pause,
                connection::resume)) {
            assertThatThrownBy(each::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("connection.execute");
        }
        EngineSide other = open();
        in(other, () -> assertThatThrownBy(connection::end).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void aProtocolWithoutSessionClosesTheConnection() {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        SocketAddressPair addresses = new SocketAddressPair();
        EngineSide side = new EngineSide(noSession(), Options.DEFAULT, addresses.local, addresses.remote, null, opened);
        side.open(transport);
        assertThat(side.next()).isEqualTo(EngineSide.Next.CLOSE);
        assertThat(opened).isCompletedExceptionally();
        FakeEngine.drain(side);
    }

    @SuppressWarnings("NullAway") // what a careless user's code could do
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
