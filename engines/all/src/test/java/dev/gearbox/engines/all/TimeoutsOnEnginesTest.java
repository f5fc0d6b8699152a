package dev.gearbox.engines.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.time.IdleTimeoutException;
import dev.gearbox.protocols.time.ReadTimeoutException;
import dev.gearbox.protocols.time.Timeouts;
import dev.gearbox.protocols.time.WriteTimeoutException;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Time-outs on every engine: each kind closes with its own exception, never early, and also after a shift. How late, {@code TimeoutsTest} checks in virtual time. */
@Timeout(600)
@OneOfEachModel
class TimeoutsOnEnginesTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration CHATTY = Duration.ofSeconds(1);
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Options OPTIONS = Options.DEFAULT.withSocketBuffers(8 << 10, 8 << 10);

    private static Peer peer(Listener listener) throws Exception {
        return Peer.connect((InetSocketAddress) listener.address(), 4 << 10);
    }

    private static ScriptedProtocol echo() {
        return new ScriptedProtocol().receiving(Connection::write);
    }

    private static void closes(ScriptedProtocol script, Class<?> with, Peer peer, String spec) throws Exception {
        assertThat(script.cause()).as(spec).isInstanceOf(with);
        assertThat(script.connection().age()).as(spec + " is not early").isGreaterThanOrEqualTo(SHORT);
        peer.awaitClosed();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void aSilentPeer(String spec) throws Exception {
        ScriptedProtocol idle = echo();
        ScriptedProtocol unread = echo();
        try (Engine engine = Engines.start(spec);
                Listener idleListener = engine.listen(ANY_PORT, Timeouts.idle(SHORT, idle), OPTIONS);
                Listener readListener = engine.listen(ANY_PORT, Timeouts.read(SHORT, unread), OPTIONS);
                Peer idlePeer = peer(idleListener);
                Peer readPeer = peer(readListener)) {
            closes(idle, IdleTimeoutException.class, idlePeer, spec);
            closes(unread, ReadTimeoutException.class, readPeer, spec);
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void aPeerThatTakesNothing(String spec) throws Exception {
        ScriptedProtocol script =
                new ScriptedProtocol().opening(connection -> connection.write(ByteBuffer.allocate(8 << 20)));
        Protocol guarded = Timeouts.write(SHORT, script);
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(ANY_PORT, guarded, OPTIONS.withLinger(Duration.ofMillis(50)));
                Peer peer = peer(listener)) {
            closes(script, WriteTimeoutException.class, peer, spec);
        }
    }

    /** As long as another connection with the same limit, on which nothing happens, is open. */
    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void aPeerThatTalksStays(String spec) throws Exception {
        ScriptedProtocol silent = echo();
        ScriptedProtocol talking = echo();
        try (Engine engine = Engines.start(spec);
                Listener talkingListener = engine.listen(ANY_PORT, Timeouts.idle(CHATTY, talking), OPTIONS);
                Listener silentListener = engine.listen(ANY_PORT, Timeouts.idle(CHATTY, silent), OPTIONS);
                Peer talkingPeer = peer(talkingListener);
                Peer silentPeer = peer(silentListener)) {
            Conditions.await("the silent connection is closed", () -> {
                try {
                    talkingPeer.echo(new byte[10]);
                } catch (java.io.IOException closed) {
                    throw new AssertionError(spec + " closes a connection that is used", closed);
                }
                return silent.closed.isDone();
            });
            silentPeer.awaitClosed();
            assertThat(talking.closed).as(spec).isNotDone();
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EveryEngine
    void afterAShift(String spec) throws Exception {
        if (!Engines.capabilities(spec).containsAll(List.of(Capability.SHIFT_OUT, Capability.SHIFT_IN))) {
            return;
        }
        ScriptedProtocol script = echo();
        try (Engine engine = Engines.start(spec);
                Engine other = Engines.start("selector");
                Listener listener = engine.listen(ANY_PORT, Timeouts.read(CHATTY, script), OPTIONS);
                Peer peer = peer(listener)) {
            Connection connection = script.connection();
            Conditions.await("it is shifted", connection.shiftTo(other));
            peer.echo(new byte[10]);
            closes(script, ReadTimeoutException.class, peer, spec);
            assertThat(connection.engine()).isSameAs(other);
        }
    }
}
