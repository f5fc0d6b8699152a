package dev.gearbox.testkit.sockets;

import dev.gearbox.core.AttributeKey;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.KeepAlive;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.Inapplicable;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What the system does for a socket because of its {@link Options}; names; attributes. */
public final class SocketBehaviours {
    private static final KeepAlive PROBES = new KeepAlive(Duration.ofSeconds(5_000), Duration.ofSeconds(100), 3);
    private static final Protocol ECHO = connection -> connection::write;
    private static final AttributeKey<String> NAME = AttributeKey.of("name");

    private SocketBehaviours() {}

    /** Returns all of them. */
    public static List<Behaviour> all() {
        return List.of(
                Behaviour.needing(Capability.CLIENT, "connect by name", SocketBehaviours::byName),
                Behaviour.needing(
                        Capability.CLIENT, "a connect that is cancelled opens no session", SocketBehaviours::cancelled),
                Behaviour.of("a port that listeners share", SocketBehaviours::sharedPort),
                Behaviour.of("keep-alive probes have the times of the options", SocketBehaviours::probes),
                Behaviour.of("a user time-out is set or refused", SocketBehaviours::userTimeout),
                Behaviour.shifting("attributes move with a connection", SocketBehaviours::attributes));
    }

    /** The name may have an address on which nothing listens, which then is tried first. */
    private static void byName(EngineFixture fixture) throws Exception {
        int port = fixture.listen(ECHO).getPort();
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        ScriptedProtocol client = new ScriptedProtocol()
                .opening(connection -> connection.write(ByteBuffer.wrap(new byte[] {7})))
                .receiving((_, in) -> answer.complete((int) in.get()));
        fixture.connect(InetSocketAddress.createUnresolved("localhost", port), client, EngineFixture.OPTIONS);
        Assert.equal(7, Conditions.await("the answer", answer).intValue(), "the answer");
    }

    private static void cancelled(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(ECHO);
        for (int round = 0; round < 20; round++) {
            ScriptedProtocol client = new ScriptedProtocol();
            CompletableFuture<Connection> connecting = fixture.engine()
                    .connect(
                            InetSocketAddress.createUnresolved("localhost", address.getPort()),
                            fixture.watched(client),
                            EngineFixture.OPTIONS)
                    .toCompletableFuture();
            if (connecting.cancel(true)) {
                Assert.that(connecting.isCancelled(), "it is cancelled");
            } else {
                Conditions.await("the session is open", client.opened).close();
            }
        }
        Conditions.await("nothing is left", () -> fixture.engine().stats().connections() == 0);
        fixture.awaitAllClosed();
    }

    private static void sharedPort(EngineFixture fixture) throws Exception {
        Options shared = Options.builder().reusePort(true).build();
        Listener first;
        try {
            first = fixture.listener(ECHO, shared);
        } catch (SocketException refused) {
            Assert.that(String.valueOf(refused.getMessage()).contains("reusePort"), "it does not say why: " + refused);
            throw new Inapplicable(String.valueOf(refused.getMessage()));
        }
        try (Listener second = fixture.engine().listen(first.address(), ECHO, shared)) {
            Assert.equal(first.address(), second.address(), "the address");
            for (int count = 0; count < 10; count++) {
                fixture.peer((InetSocketAddress) first.address()).echo(new byte[10]);
            }
        }
    }

    /** Found in the system's table of sockets: the timer of a quiet connection is the one for probes, and runs for as long as was asked for. */
    private static void probes(EngineFixture fixture) throws Exception {
        Options options = Options.builder().keepAlive(PROBES).build();
        ScriptedProtocol server = new ScriptedProtocol();
        InetSocketAddress address = fixture.listen(server, options);
        Peer peer = fixture.peer(address);
        InetSocketAddress remote = (InetSocketAddress) server.connection().remoteAddress();
        Conditions.await("the server's probes", () -> isProbed(address.getPort(), remote.getPort()));
        if (fixture.card().capabilities().contains(Capability.CLIENT)) {
            Connection client = fixture.connect(fixture.listen(ECHO), new ScriptedProtocol(), options);
            int local = ((InetSocketAddress) client.localAddress()).getPort();
            int to = ((InetSocketAddress) client.remoteAddress()).getPort();
            Conditions.await("the client's probes", () -> isProbed(local, to));
        }
        peer.drop();
    }

    private static boolean isProbed(int local, int remote) {
        String ports = ".*:%04X [0-9A-F]+:%04X .*".formatted(local, remote);
        Optional<String> line =
                table().stream().filter(each -> each.matches(ports)).findFirst();
        if (line.isEmpty()) {
            return false;
        }
        // sl local remote st tx:rx tr:when; 02 is the timer of probes, in hundredths of a second.
        String[] timer = line.get().strip().split("\\s+", -1)[5].split(":", -1);
        long seconds = Long.parseLong(timer[1], 16) / 100;
        return timer[0].equals("02")
                && seconds > 4_000
                && seconds <= PROBES.idle().toSeconds();
    }

    private static List<String> table() {
        List<String> lines = new ArrayList<>();
        for (String file : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            try {
                if (Files.exists(Path.of(file))) {
                    lines.addAll(Files.readAllLines(Path.of(file)));
                }
            } catch (IOException failure) {
                throw new AssertionError(failure);
            }
        }
        return lines;
    }

    private static void userTimeout(EngineFixture fixture) throws Exception {
        Options options = Options.builder().userTimeout(Duration.ofMinutes(1)).build();
        InetSocketAddress address;
        try {
            address = fixture.listen(ECHO, options);
        } catch (SocketException refused) {
            Assert.that(
                    String.valueOf(refused.getMessage()).contains("userTimeout"), "it does not say why: " + refused);
            if (fixture.card().capabilities().contains(Capability.CLIENT)) {
                CompletableFuture<Optional<Throwable>> failure = fixture.engine()
                        .connect(fixture.listen(ECHO), ECHO, options)
                        .handle((_, thrown) -> Optional.ofNullable(thrown))
                        .toCompletableFuture();
                Throwable why = Conditions.await("the attempt is over", failure).orElse(null);
                Assert.instance(
                        SocketException.class,
                        why instanceof CompletionException wrapped ? wrapped.getCause() : why,
                        "connect");
            }
            return;
        }
        fixture.peer(address).echo(new byte[10]);
    }

    private static void attributes(EngineFixture fixture) throws Exception {
        ScriptedProtocol script =
                new ScriptedProtocol().opening(connection -> connection.setAttribute(NAME, "in the callback"));
        fixture.peer(fixture.listen(script));
        Connection connection = script.connection();
        Assert.equal(Optional.of("in the callback"), connection.attribute(NAME), "the attribute");
        connection.setAttribute(NAME, "from outside");
        Conditions.await("the shift", connection.shiftTo(fixture.target()));
        Assert.equal(Optional.of("from outside"), connection.attribute(NAME), "the attribute after the shift");
    }
}
