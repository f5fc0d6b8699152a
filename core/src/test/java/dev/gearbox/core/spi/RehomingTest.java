package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.ShiftException;
import dev.gearbox.core.ShiftException.Reason;
import dev.gearbox.core.sockets.LostSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A connection that changes engines in mid-stream keeps its whole state. */
class RehomingTest {
    private final FakeEngine old = new FakeEngine();
    private final FakeEngine next = new FakeEngine();
    private final FakeEngine.FakeTransport from = old.new FakeTransport();
    private final FakeEngine.FakeTransport to = next.new FakeTransport();
    private final FakeEngine.FakeSocket socket = new FakeEngine.FakeSocket();
    private final RecordingSession journal = new RecordingSession();
    private final ConnectionState state = FakeEngine.state(connection -> journal, Options.DEFAULT.withWater(100, 20));

    @Test
    void unreadBytesAreOfferedByTheNewEngine() {
        state.open(from);
        journal.takes = 4;
        old.deliver(state, new byte[10]);
        journal.takes = 6;
        move();
        assertThat(journal.entries).containsExactly("received 10", "received 6");
    }

    @Test
    void unreadBytesOfAPausedSessionWaitForIt() {
        state.open(from);
        journal.takes = 4;
        journal.inReceived = state.connection()::pause;
        old.deliver(state, new byte[10]);
        move();
        assertThat(state.reading()).isFalse();
        assertThat(journal.entries).containsExactly("received 10");
        state.connection().execute(state.connection()::resume);
        state.turn();
        assertThat(journal.entries).containsExactly("received 10", "received 6");
    }

    @Test
    void unsentBytesAndTheHighWaterMarkMove() {
        state.open(from);
        state.connection().execute(() -> state.connection().write(ByteBuffer.wrap(new byte[] {1, 2, 3})));
        state.connection().execute(() -> state.connection().write(ByteBuffer.allocate(200)));
        state.turn();
        state.output();
        state.sent(1);
        move();
        assertThat(state.reading()).isFalse();
        assertThat(FakeEngine.drain(state)).hasSize(202).startsWith(2, 3, 0);
        assertThat(journal.entries).containsExactly("writable");
    }

    @Test
    void timersRunOnTheNewClock() {
        state.open(from);
        state.connection().execute(() -> {
            state.connection().schedule(Duration.ofHours(1), () -> journal.entries.add("long"));
            state.connection().schedule(Duration.ofMillis(1), () -> journal.entries.add("short"));
        });
        state.turn();
        move();
        assertThat(to.alarms).hasSize(2);
        FakeEngine.Alarm soon = to.alarms.stream()
                .filter(alarm -> alarm.nanos() <= Duration.ofMillis(1).toNanos())
                .findFirst()
                .orElseThrow();
        soon.task().run();
        assertThat(to.wakes).hasPositiveValue();
        state.turn();
        assertThat(from.alarms).as("on the old clock").isEmpty();
        List.copyOf(to.alarms).forEach(alarm -> alarm.task().run());
        state.turn();
        assertThat(journal.entries).as("each once").containsExactly("short", "long");
    }

    @Test
    void tasksThatWaitedRunBeforeWhatWasLeftIsOffered() {
        state.open(from);
        journal.takes = 0;
        old.deliver(state, new byte[10]);
        assertThat(release()).isNotDone();
        state.connection().execute(() -> journal.entries.add("task"));
        assertThat(state.open(to)).isTrue();
        assertThat(journal.entries).containsExactly("received 10", "task", "received 10");
        assertThat(state.connection().engine()).isSameAs(next);
        assertThat(next.stats().connections()).isEqualTo(1);
    }

    @Test
    void anEndThatWasNotToldYetIsToldByTheNewEngine() {
        state.open(from);
        state.connection().execute(state.connection()::pause);
        state.turn();
        state.inputEnded();
        move();
        assertThat(journal.entries).isEmpty();
        state.connection().execute(state.connection()::resume);
        state.turn();
        FakeEngine.drain(state);
        assertThat(journal.entries).containsExactly("ended", "closed");
    }

    @Test
    void theFutureCompletesWhenTheNewEngineDrivesIt() {
        state.open(from);
        CompletableFuture<Void> shifted = release();
        assertThat(shifted).isNotDone();
        assertThat(from.moved).isFalse();
        assertThat(state.connection().engine()).isSameAs(old);
        assertThat(old.stats().connections()).isEqualTo(1);
        state.open(to);
        assertThat(shifted).isCompleted();
        assertThat(from.moved).isTrue();
        assertThat(state.connection().engine()).isSameAs(next);
        assertThat(old.stats().connections()).isZero();
    }

    @Test
    void pendingBytesDoNotHoldAShiftUp() {
        state.open(from);
        state.connection().execute(() -> state.connection().write(ByteBuffer.wrap(new byte[] {1, 2, 3})));
        state.turn();
        state.output();
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
        assertThat(request(next)).isNotDone();
        assertThat(state.next()).as("the send in progress must be cancelled").isEqualTo(ConnectionState.Next.SHIFT);
        state.sent(1);
        state.released(socket);
        state.open(to);
        assertThat(FakeEngine.drain(state)).containsExactly(2, 3);
    }

    @Test
    void oneOfTwoAtOnceIsTold() {
        state.open(from);
        CompletableFuture<Void> first = state.connection().shiftTo(next).toCompletableFuture();
        assertFails(state.connection().shiftTo(new FakeEngine()), Reason.UNDER_WAY);
        state.turn();
        state.released(socket);
        state.open(to);
        assertThat(first).isCompleted();
    }

    @Test
    void toWhereItIsItNeedNotMove() {
        state.open(from);
        assertThat(request(old)).isCompleted();
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
    }

    @Test
    void kindsOfEnginesThatCannotAreAskedBeforeAnythingMoves() {
        state.open(from);
        next.shiftInAbsence = Optional.of("it is full of itself");
        assertThat(assertFails(request(next), Reason.INCAPABLE)).hasMessageContaining("it is full of itself");
        next.shiftInAbsence = Optional.empty();
        old.shiftOutAbsence = Optional.of("it keeps them");
        assertThat(assertFails(request(next), Reason.INCAPABLE)).hasMessageContaining("it keeps them");
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
    }

    @Test
    void anEngineThatIsClosedIsNotAsked() {
        state.open(from);
        next.close();
        assertFails(request(next), Reason.REFUSED);
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
        assertThat(journal.entries).isEmpty();
    }

    @Test
    void whatIsNotAdoptedComesBack() {
        state.open(from);
        next.refusal = new IllegalStateException("no room");
        CompletableFuture<Void> shifted = request(next);
        state.connection().execute(() -> state.connection().schedule(Duration.ofHours(1), () -> {}));
        state.turn();
        state.released(socket);
        assertThat(from.alarms).isEmpty();
        assertThat(from.back).isSameAs(socket);
        assertThat(shifted).as("not before it is served again").isNotDone();
        assertThat(state.open(from)).isTrue();
        assertThat(assertFails(shifted, Reason.REFUSED)).hasMessageContaining("no room");
        assertThat(from.alarms).hasSize(1);
        assertThat(next.stats().connections()).isZero();
        assertThat(old.stats().connections()).isEqualTo(1);
    }

    @Test
    void theSocketThatCameIsClosedWhenTheEngineDrivesASecondOne() {
        state.open(from);
        FakeEngine.FakeSocket second = copying();
        CompletableFuture<Void> shifted = release();
        assertThat(socket.closed).isFalse();
        assertThat(state.open(to)).isTrue();
        assertThat(socket.closed).isTrue();
        assertThat(second.closed).isFalse();
        assertThat(shifted).isCompleted();
    }

    @Test
    void theSocketThatCameGoesBackAndTheSecondOneIsClosed() {
        state.open(from);
        FakeEngine.FakeSocket second = copying();
        CompletableFuture<Void> shifted = release();
        state.declined(second, new IOException("not this one"));
        assertThat(from.back).isSameAs(socket);
        assertThat(socket.closed).isFalse();
        assertThat(second.closed).isTrue();
        assertThat(state.open(from)).isTrue();
        assertThat(socket.closed).isFalse();
        assertThat(assertFails(shifted, Reason.REFUSED)).hasMessageContaining("not this one");
    }

    @Test
    void anEngineThatThrowsHavingMadeASecondOneHasChangedNothing() {
        state.open(from);
        FakeEngine.FakeSocket second = copying();
        next.refusal = new IllegalStateException("no room");
        assertThat(release()).isNotDone();
        assertThat(from.back).isSameAs(socket);
        assertThat(socket.closed).isFalse();
        assertThat(second.closed).isTrue();
    }

    @Test
    void anEngineThatHasLostTheSecondOneHasNotLostTheConnection() {
        state.open(from);
        FakeEngine.FakeSocket second = copying();
        assertThat(release()).isNotDone();
        state.declined(new LostSocket(socket.localAddress(), socket.remoteAddress()), new IOException("lost"));
        assertThat(from.back).isSameAs(socket);
        assertThat(second.closed).as("closed twice").isFalse();
    }

    @Test
    void anEngineThatClosesMeanwhileKeepsNeitherOfTwo() throws Exception {
        state.open(from);
        FakeEngine.FakeSocket second = copying();
        assertThat(release()).isNotDone();
        Thread closing = Thread.ofPlatform().start(next::close);
        while (!next.isClosing()) {
            Thread.onSpinWait();
        }
        assertThat(state.open(to)).isFalse();
        state.declined(second);
        closing.join();
        assertThat(from.back).isSameAs(socket);
        assertThat(second.closed).isTrue();
    }

    @Test
    void whatCannotComeBackEitherIsClosed() {
        state.open(from);
        next.refusal = new IllegalStateException("no room");
        CompletableFuture<Void> shifted = release();
        IOException lost = new IOException("here neither");
        state.declined(socket, lost);
        assertFails(shifted, Reason.CONNECTION_CLOSED);
        assertThat(socket.closed).isTrue();
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isSameAs(lost);
        assertThat(old.stats().connections()).isZero();
    }

    @Test
    void anEngineThatClosesMeanwhileDoesNotTakeIt() throws Exception {
        state.open(from);
        CompletableFuture<Void> shifted = release();
        Thread closing = Thread.ofPlatform().start(next::close);
        while (!next.isClosing()) {
            Thread.onSpinWait();
        }
        assertThat(state.open(to)).isFalse();
        state.declined(socket);
        closing.join();
        assertThat(state.open(from)).isTrue();
        assertFails(shifted, Reason.REFUSED);
        assertThat(journal.entries).isEmpty();
    }

    @Test
    void theOldEnginesEndDoesNotReachIt() throws Exception {
        state.open(from);
        CompletableFuture<Void> shifted = release();
        Thread closing = Thread.ofPlatform().start(old::close);
        while (!state.hasMail()) {
            Thread.onSpinWait();
        }
        assertThat(state.open(to)).isTrue();
        closing.join();
        assertThat(shifted).isCompleted();
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
        assertThat(journal.entries).isEmpty();
    }

    @Test
    void aConnectionThatClosesFirstSaysSo() {
        state.open(from);
        CompletableFuture<Void> shifted = request(next);
        state.failed(new IOException("broken"));
        assertThat(state.next()).isEqualTo(ConnectionState.Next.CLOSE);
        state.closed();
        assertFails(shifted, Reason.CONNECTION_CLOSED);
        assertThat(next.stats().connections()).isZero();
        assertFails(state.connection().shiftTo(next), Reason.CONNECTION_CLOSED);
    }

    @Test
    void aConnectionThatIsAboutToCloseStays() {
        state.open(from);
        state.connection().execute(() -> {
            state.connection().write(ByteBuffer.wrap(new byte[10]));
            state.connection().close();
        });
        assertFails(request(next), Reason.CONNECTION_CLOSED);
        assertThat(FakeEngine.drain(state)).hasSize(10);
    }

    @Test
    void anEngineThatCannotLetGoGoesOn() {
        state.open(from);
        CompletableFuture<Void> shifted = request(next);
        state.stays(new IOException("held fast"));
        assertThat(assertFails(shifted, Reason.REFUSED)).hasMessageContaining("held fast");
        assertThat(state.next()).isEqualTo(ConnectionState.Next.REST);
        assertThat(next.stats().connections()).isZero();
    }

    private CompletableFuture<Void> request(Engine target) {
        CompletableFuture<Void> shifted = state.connection().shiftTo(target).toCompletableFuture();
        state.turn();
        return shifted;
    }

    /** Does what the old engine does: afterwards no engine has the connection. */
    private CompletableFuture<Void> release() {
        CompletableFuture<Void> shifted = request(next);
        assertThat(state.next()).isEqualTo(ConnectionState.Next.SHIFT);
        state.released(socket);
        return shifted;
    }

    /** The new engine drives only its own kind of sockets. */
    private FakeEngine.FakeSocket copying() {
        FakeEngine.FakeSocket second = new FakeEngine.FakeSocket();
        next.second = second;
        return second;
    }

    private void move() {
        CompletableFuture<Void> shifted = release();
        assertThat(next.adopted).hasSize(1);
        assertThat(state.open(to)).isTrue();
        assertThat(shifted).isCompleted();
    }

    private static ShiftException assertFails(CompletionStage<Void> shifted, Reason reason) {
        CompletableFuture<Void> future = shifted.toCompletableFuture();
        assertThat(future).isCompletedExceptionally();
        ShiftException failure = (ShiftException) future.exceptionNow();
        assertThat(failure.reason()).isEqualTo(reason);
        return failure;
    }
}
