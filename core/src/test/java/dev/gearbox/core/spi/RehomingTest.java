package dev.gearbox.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.ShiftException;
import dev.gearbox.core.ShiftException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A connection that changes engines in mid-stream keeps all that it is. */
class RehomingTest {
    private final FakeEngine old = new FakeEngine();
    private final FakeEngine next = new FakeEngine();
    private final FakeEngine.FakeTransport from = old.new FakeTransport();
    private final FakeEngine.FakeTransport to = next.new FakeTransport();
    private final FakeEngine.FakeSocket socket = new FakeEngine.FakeSocket();
    private final Journal journal = new Journal();
    private final EngineSide side = FakeEngine.side(connection -> journal, Options.DEFAULT.withWater(100, 20));

    @Test
    void unreadBytesAreOfferedByTheNewEngine() {
        side.open(from);
        journal.takes = 4;
        old.deliver(side, new byte[10]);
        journal.takes = 6;
        move();
        assertThat(journal.entries).containsExactly("received 10", "received 6");
    }

    @Test
    void unreadBytesOfAPausedSessionWaitForIt() {
        side.open(from);
        journal.takes = 4;
        journal.inReceived = side.connection()::pause;
        old.deliver(side, new byte[10]);
        move();
        assertThat(side.reading()).isFalse();
        assertThat(journal.entries).containsExactly("received 10");
        side.connection().execute(side.connection()::resume);
        side.turn();
        assertThat(journal.entries).containsExactly("received 10", "received 6");
    }

    @Test
    void unsentBytesAndTheHighWaterMarkMove() {
        side.open(from);
        side.connection().execute(() -> side.connection().write(ByteBuffer.wrap(new byte[] {1, 2, 3})));
        side.connection().execute(() -> side.connection().write(ByteBuffer.allocate(200)));
        side.turn();
        side.output();
        side.sent(1);
        move();
        assertThat(side.reading()).isFalse();
        assertThat(FakeEngine.drain(side)).hasSize(202).startsWith(2, 3, 0);
        assertThat(journal.entries).containsExactly("writable");
    }

    @Test
    void timersRunOnTheNewClock() {
        side.open(from);
        side.connection().execute(() -> {
            side.connection().schedule(Duration.ofHours(1), () -> journal.entries.add("long"));
            side.connection().schedule(Duration.ofMillis(1), () -> journal.entries.add("short"));
        });
        side.turn();
        move();
        assertThat(to.alarms).hasSize(2);
        FakeEngine.Alarm soon = to.alarms.stream()
                .filter(alarm -> alarm.nanos() <= Duration.ofMillis(1).toNanos())
                .findFirst()
                .orElseThrow();
        soon.task().run();
        assertThat(to.wakes).hasPositiveValue();
        side.turn();
        assertThat(from.alarms).as("on the old clock").isEmpty();
        List.copyOf(to.alarms).forEach(alarm -> alarm.task().run());
        side.turn();
        assertThat(journal.entries).as("each once").containsExactly("short", "long");
    }

    @Test
    void tasksThatWaitedRunBeforeWhatWasLeftIsOffered() {
        side.open(from);
        journal.takes = 0;
        old.deliver(side, new byte[10]);
        assertThat(release()).isNotDone();
        side.connection().execute(() -> journal.entries.add("task"));
        assertThat(side.open(to)).isTrue();
        assertThat(journal.entries).containsExactly("received 10", "task", "received 10");
        assertThat(side.connection().engine()).isSameAs(next);
        assertThat(next.stats().connections()).isEqualTo(1);
    }

    @Test
    void anEndThatWasNotToldYetIsToldByTheNewEngine() {
        side.open(from);
        side.connection().execute(side.connection()::pause);
        side.turn();
        side.inputEnded();
        move();
        assertThat(journal.entries).isEmpty();
        side.connection().execute(side.connection()::resume);
        side.turn();
        FakeEngine.drain(side);
        assertThat(journal.entries).containsExactly("ended", "closed");
    }

    @Test
    void theFutureCompletesWhenTheNewEngineDrivesIt() {
        side.open(from);
        CompletableFuture<Void> shifted = release();
        assertThat(shifted).isNotDone();
        assertThat(from.moved).isFalse();
        assertThat(side.connection().engine()).isSameAs(old);
        assertThat(old.stats().connections()).isEqualTo(1);
        side.open(to);
        assertThat(shifted).isCompleted();
        assertThat(from.moved).isTrue();
        assertThat(side.connection().engine()).isSameAs(next);
        assertThat(old.stats().connections()).isZero();
    }

    @Test
    void pendingBytesDoNotHoldAShiftUp() {
        side.open(from);
        side.connection().execute(() -> side.connection().write(ByteBuffer.wrap(new byte[] {1, 2, 3})));
        side.turn();
        side.output();
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
        assertThat(request(next)).isNotDone();
        assertThat(side.next()).as("what is being sent is to be broken off").isEqualTo(EngineSide.Next.SHIFT);
        side.sent(1);
        side.released(socket);
        side.open(to);
        assertThat(FakeEngine.drain(side)).containsExactly(2, 3);
    }

    @Test
    void oneOfTwoAtOnceIsTold() {
        side.open(from);
        CompletableFuture<Void> first = side.connection().shiftTo(next).toCompletableFuture();
        assertFails(side.connection().shiftTo(new FakeEngine()), Reason.UNDER_WAY);
        side.turn();
        side.released(socket);
        side.open(to);
        assertThat(first).isCompleted();
    }

    @Test
    void toWhereItIsItNeedNotMove() {
        side.open(from);
        assertThat(request(old)).isCompleted();
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
    }

    @Test
    void kindsOfEnginesThatCannotAreAskedBeforeAnythingMoves() {
        side.open(from);
        next.shiftInAbsence = Optional.of("it is full of itself");
        assertThat(assertFails(request(next), Reason.INCAPABLE)).hasMessageContaining("it is full of itself");
        next.shiftInAbsence = Optional.empty();
        old.shiftOutAbsence = Optional.of("it keeps them");
        assertThat(assertFails(request(next), Reason.INCAPABLE)).hasMessageContaining("it keeps them");
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
    }

    @Test
    void anEngineThatIsClosedIsNotAsked() {
        side.open(from);
        next.close();
        assertFails(request(next), Reason.REFUSED);
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
        assertThat(journal.entries).isEmpty();
    }

    @Test
    void whatIsNotAdoptedComesBack() {
        side.open(from);
        next.refusal = new IllegalStateException("no room");
        CompletableFuture<Void> shifted = request(next);
        side.connection().execute(() -> side.connection().schedule(Duration.ofHours(1), () -> {}));
        side.turn();
        side.released(socket);
        assertThat(from.alarms).isEmpty();
        assertThat(from.back).isSameAs(socket);
        assertThat(shifted).as("not before it is served again").isNotDone();
        assertThat(side.open(from)).isTrue();
        assertThat(assertFails(shifted, Reason.REFUSED)).hasMessageContaining("no room");
        assertThat(from.alarms).hasSize(1);
        assertThat(next.stats().connections()).isZero();
        assertThat(old.stats().connections()).isEqualTo(1);
    }

    @Test
    void whatCannotComeBackEitherIsClosed() {
        side.open(from);
        next.refusal = new IllegalStateException("no room");
        CompletableFuture<Void> shifted = release();
        IOException lost = new IOException("here neither");
        side.declined(socket, lost);
        assertFails(shifted, Reason.CONNECTION_CLOSED);
        assertThat(socket.closed).isTrue();
        assertThat(journal.entries).containsExactly("closed");
        assertThat(journal.cause).isSameAs(lost);
        assertThat(old.stats().connections()).isZero();
    }

    @Test
    void anEngineThatClosesMeanwhileDoesNotTakeIt() throws Exception {
        side.open(from);
        CompletableFuture<Void> shifted = release();
        Thread closing = Thread.ofPlatform().start(next::close);
        while (!next.isClosing()) {
            Thread.onSpinWait();
        }
        assertThat(side.open(to)).isFalse();
        side.declined(socket);
        closing.join();
        assertThat(side.open(from)).isTrue();
        assertFails(shifted, Reason.REFUSED);
        assertThat(journal.entries).isEmpty();
    }

    @Test
    void theOldEnginesEndDoesNotReachIt() throws Exception {
        side.open(from);
        CompletableFuture<Void> shifted = release();
        Thread closing = Thread.ofPlatform().start(old::close);
        while (!side.hasMail()) {
            Thread.onSpinWait();
        }
        assertThat(side.open(to)).isTrue();
        closing.join();
        assertThat(shifted).isCompleted();
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
        assertThat(journal.entries).isEmpty();
    }

    @Test
    void aConnectionThatClosesFirstSaysSo() {
        side.open(from);
        CompletableFuture<Void> shifted = request(next);
        side.failed(new IOException("broken"));
        assertThat(side.next()).isEqualTo(EngineSide.Next.CLOSE);
        side.closed();
        assertFails(shifted, Reason.CONNECTION_CLOSED);
        assertThat(next.stats().connections()).isZero();
        assertFails(side.connection().shiftTo(next), Reason.CONNECTION_CLOSED);
    }

    @Test
    void aConnectionThatIsAboutToCloseStays() {
        side.open(from);
        side.connection().execute(() -> {
            side.connection().write(ByteBuffer.wrap(new byte[10]));
            side.connection().close();
        });
        assertFails(request(next), Reason.CONNECTION_CLOSED);
        assertThat(FakeEngine.drain(side)).hasSize(10);
    }

    @Test
    void anEngineThatCannotLetGoGoesOn() {
        side.open(from);
        CompletableFuture<Void> shifted = request(next);
        side.stays(new IOException("held fast"));
        assertThat(assertFails(shifted, Reason.REFUSED)).hasMessageContaining("held fast");
        assertThat(side.next()).isEqualTo(EngineSide.Next.REST);
        assertThat(next.stats().connections()).isZero();
    }

    private CompletableFuture<Void> request(Engine target) {
        CompletableFuture<Void> shifted = side.connection().shiftTo(target).toCompletableFuture();
        side.turn();
        return shifted;
    }

    /** As the old engine does it: nobody has the connection then. */
    private CompletableFuture<Void> release() {
        CompletableFuture<Void> shifted = request(next);
        assertThat(side.next()).isEqualTo(EngineSide.Next.SHIFT);
        side.released(socket);
        return shifted;
    }

    private void move() {
        CompletableFuture<Void> shifted = release();
        assertThat(next.adopted).hasSize(1);
        assertThat(side.open(to)).isTrue();
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
