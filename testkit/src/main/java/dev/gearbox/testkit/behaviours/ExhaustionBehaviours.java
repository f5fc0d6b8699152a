package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.DecliningEngine;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.Inapplicable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Exhausted resources: threads, descriptors. */
final class ExhaustionBehaviours {
    private static final String BEGINS = "cannot accept connections";
    private static final String OVER = "accepts connections again";

    private ExhaustionBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "connections wait for a thread, are counted, and served in turn",
                        ExhaustionBehaviours::waiting),
                Behaviour.of("no descriptors left", ExhaustionBehaviours::noDescriptors)
                        .inOwnJvm(),
                Behaviour.shifting("no descriptors left for a shift", ExhaustionBehaviours::shiftWithout)
                        .inOwnJvm(),
                Behaviour.needing(
                                Capability.SHIFT_OUT,
                                "a shift that is declined when no descriptor is left",
                                ExhaustionBehaviours::declinedWithout)
                        .inOwnJvm());
    }

    private static void waiting(EngineFixture fixture) throws Exception {
        if (fixture.card().capabilities().contains(Capability.UNBOUNDED)) {
            throw new Inapplicable(fixture.card().name() + " serves any number of connections with the threads it has");
        }
        if (fixture.spec().contains("elastic=true")
                || fixture.card().parameters().stream()
                        .noneMatch(parameter -> parameter.name().equals("threads"))) {
            throw new Inapplicable(fixture.spec() + " gives each connection a thread, however many come");
        }
        int threads = 2;
        try (Engine small = Engines.start(fixture.card().name() + "?threads=" + threads)) {
            InetSocketAddress address = (InetSocketAddress) small.listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            fixture.watched(connection -> connection::write),
                            EngineFixture.OPTIONS)
                    .address();
            List<Peer> peers = new ArrayList<>();
            for (int index = 0; index < threads + 3; index++) {
                Peer peer = fixture.peer(address);
                peer.send(new byte[] {(byte) index});
                peers.add(peer);
                int waiting = Math.max(0, index + 1 - threads);
                Conditions.await(
                        waiting + " connections wait",
                        () -> small.stats().waiting() == waiting
                                && small.stats().accepted() == peers.size());
            }
            Conditions.await(
                    "as many are served as there are threads",
                    () -> small.stats().connections() == threads);
            for (int index = 0; index < peers.size(); index++) {
                Assert.equal((byte) index, peers.get(index).receive(1)[0], "echo to peer " + index);
                peers.get(index).close();
            }
            Conditions.await(
                    "no connection waits",
                    () -> small.stats().waiting() == 0 && small.stats().connections() == 0);
        }
    }

    private static void noDescriptors(EngineFixture fixture) throws Exception {
        try (StarvedServer.Handle server = StarvedServer.start(90, List.of(fixture.spec()))) {
            List<Peer> peers = crowd(fixture, server);
            Conditions.await(
                    "it has retried repeatedly, or needs no descriptor and serves all",
                    () -> server.stats().acceptFailures() >= 4 || server.stats().accepted() == peers.size());
            if (server.stats().accepted() == peers.size()) {
                for (int index = 0; index < peers.size(); index++) {
                    Assert.equal((byte) index, peers.get(index).receive(1)[0], "echo to peer " + index);
                }
                connectWithout(fixture, server);
                acceptWithout(fixture, server);
                return;
            }
            // The first one's first answer is still unread: it is always one behind, and never waits.
            expectRest(server, peers.getFirst());
            peers.getFirst().receive(1);
            long served = server.stats().accepted();
            Assert.that(served >= 10 && served < peers.size(), served + " connections served");
            expectToldOnce(fixture, server);
            List<Peer> gone = peers.subList(0, (int) served / 2);
            for (Peer peer : gone) {
                peer.close();
            }
            int half = gone.size();
            for (int index = half; index < peers.size(); index++) {
                Peer peer = peers.get(index);
                Assert.equal((byte) index, peer.receive(1)[0], "echo to peer " + index);
                // Makes room for the next one that waits.
                peer.close();
            }
            if (!fixture.card().isComposite()) {
                Assert.equal(1L, server.logged(BEGINS), "log lines for the beginning, in: " + server.said());
            }
            Conditions.await(
                    "it logs the end", () -> server.logged(OVER) > 0 && server.logged(OVER) == server.logged(BEGINS));
            connectWithout(fixture, server);
            acceptWithout(fixture, server);
            // The engine can be closed while descriptors are short again.
            long before = server.stats().acceptFailures();
            crowd(fixture, server);
            Conditions.await("descriptors are short again", () -> server.stats().acceptFailures() > before);
        }
    }

    /** The acceptor retries at intervals only, whatever is going on. */
    private static void expectRest(StarvedServer.Handle server, Peer served) throws IOException {
        long failures = server.stats().acceptFailures();
        for (int round = 0; round < 100; round++) {
            served.echo(new byte[] {0});
        }
        long grown = server.stats().acceptFailures() - failures;
        Assert.that(grown < 60, grown + " failed accepts within 100 round trips: the acceptor spins");
    }

    /**
     * None is left, where it listens on all addresses: an engine whose connections are no descriptors needs one for a moment there, to learn the
     * connection's own address.
     */
    private static void acceptWithout(EngineFixture fixture, StarvedServer.Handle server) throws IOException {
        InetSocketAddress everywhere = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(server.ask("listen-everywhere")));
        Peer served = fixture.peer(everywhere);
        served.echo(new byte[] {1});
        long failures = server.stats().acceptFailures();
        server.ask("leave 0");
        List<Peer> waiting = new ArrayList<>();
        for (int index = 0; index < 20; index++) {
            Peer peer = fixture.peer(everywhere);
            peer.send(new byte[] {(byte) index});
            waiting.add(peer);
        }
        Conditions.await("it has retried repeatedly", () -> server.stats().acceptFailures() >= failures + 4);
        expectRest(server, served);
        server.ask("release");
        for (int index = 0; index < waiting.size(); index++) {
            Assert.equal((byte) index, waiting.get(index).receive(1)[0], "echo to waiting peer " + index);
            waiting.get(index).close();
        }
        served.close();
        Conditions.await("it logs the end", () -> server.logged(OVER) == server.logged(BEGINS));
    }

    /** The beginning is logged, and not again before the end. A shift between engines needs a descriptor and returns it, so an end may come at any time. */
    private static void expectToldOnce(EngineFixture fixture, StarvedServer.Handle server) {
        if (fixture.card().isComposite()) {
            List<Boolean> begins = server.lines(BEGINS, OVER).stream()
                    .map(line -> line.contains(BEGINS))
                    .toList();
            Assert.that(!begins.isEmpty(), "no log line for the beginning, in: " + server.said());
            for (int index = 0; index < begins.size(); index++) {
                Assert.equal(
                        index % 2 == 0,
                        begins.get(index),
                        "log line " + index + " is a beginning, in: " + server.said());
            }
        } else {
            Assert.equal(1L, server.logged(BEGINS), "log lines for the beginning, in: " + server.said());
            Assert.equal(0L, server.logged(OVER), "log lines for the end, in: " + server.said());
        }
    }

    /** Opens more connections than the server has descriptors for; each has sent a byte. */
    private static List<Peer> crowd(EngineFixture fixture, StarvedServer.Handle server) throws IOException {
        List<Peer> peers = new ArrayList<>();
        for (int index = 0; index < 120; index++) {
            Peer peer = fixture.peer(server.address());
            peer.send(new byte[] {(byte) index});
            peers.add(peer);
        }
        return peers;
    }

    /** A connect of the server's own fails, and nothing else does. */
    private static void connectWithout(EngineFixture fixture, StarvedServer.Handle server) throws IOException {
        if (!fixture.card().capabilities().contains(Capability.CLIENT)) {
            return;
        }
        try (ServerSocket elsewhere = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String connect = "connect " + elsewhere.getLocalPort();
            Peer peer = fixture.peer(server.address());
            peer.echo(new byte[] {1});
            for (int free = 0; free < 3; free++) {
                server.ask("leave " + free);
                String outcome = server.ask(connect);
                Assert.that(
                        outcome.equals("done") || outcome.startsWith("IOException "),
                        "with " + free + " descriptors left a connect ends with: " + outcome);
                peer.echo(new byte[] {2});
                server.ask("release");
            }
            Assert.equal("done", server.ask(connect), "a connect when there are descriptors again");
            peer.echo(new byte[] {3});
            peer.close();
        }
    }

    /** Shifts to one engine of each kind, and back, while only so many descriptors are left. */
    private static void shiftWithout(EngineFixture fixture) throws Exception {
        List<String> specs =
                Stream.concat(Stream.of(fixture.spec()), adopters()).distinct().toList();
        try (StarvedServer.Handle server = StarvedServer.start(512, specs)) {
            Peer peer = fixture.peer(server.address());
            peer.echo(new byte[] {1});
            for (String target : specs.subList(1, specs.size())) {
                for (int free = 0; free < 4; free++) {
                    server.ask("leave " + free);
                    String outcome = server.ask("shift " + target);
                    try {
                        peer.echo(new byte[] {2});
                    } catch (IOException lost) {
                        throw new AssertionError(
                                "a shift to " + target + " with " + free + " descriptors left, which ended with \""
                                        + outcome + "\", lost the connection. Output: " + server.said(),
                                lost);
                    }
                    server.ask("release");
                    if (outcome.equals("done")) {
                        Assert.equal("done", server.ask("shift " + fixture.spec()), "the way back from " + target);
                        peer.echo(new byte[] {3});
                    }
                }
                Assert.equal(
                        "done", server.ask("shift " + target), "a shift to " + target + " when there are descriptors");
                Assert.equal("done", server.ask("shift " + fixture.spec()), "the way back from " + target);
            }
        }
    }

    /**
     * The connection returns, in whatever form its socket was meanwhile and whether or not a thread had to leave a call on it; and no descriptor is
     * leaked.
     */
    private static void declinedWithout(EngineFixture fixture) throws Exception {
        try (StarvedServer.Handle server = StarvedServer.start(512, List.of(fixture.spec()))) {
            Peer peer = fixture.peer(server.address());
            peer.echo(new byte[] {1});
            declined(server, peer);
            int free = settled(server, peer);
            var before = server.descriptors();
            declined(server, peer);
            if (!Conditions.holdsWithin(Conditions.LIMIT, () -> free(server) >= free)) {
                throw new AssertionError("of " + free + " free descriptors " + free(server) + " are left. Open before: "
                        + before + "; after: " + server.descriptors());
            }
        }
    }

    private static void declined(StarvedServer.Handle server, Peer peer) {
        for (DecliningEngine.Manner manner : DecliningEngine.Manner.possible()) {
            comesBack(server, peer, manner + ", requested from outside", server.ask("decline " + manner));
            server.ask("decline-in-callback " + manner);
            echo(server, peer, manner + ", in a callback");
            comesBack(server, peer, manner + ", requested in a callback", server.ask("outcome"));
        }
    }

    private static void comesBack(StarvedServer.Handle server, Peer peer, String how, String outcome) {
        Assert.that(outcome.contains("planted"), how + ": a shift that is declined ended with " + outcome);
        echo(server, peer, how);
        server.ask("release");
        echo(server, peer, how + ", when there are descriptors again");
    }

    private static void echo(StarvedServer.Handle server, Peer peer, String how) {
        try {
            peer.echo(new byte[] {2});
        } catch (IOException lost) {
            throw new AssertionError(how + ": the connection is lost. Output: " + server.said(), lost);
        }
    }

    /**
     * Returns how many descriptors could still be opened at best: the sockets of a shift under way, and those of a channel whose selector has not looked
     * since it was closed, are open for a moment longer.
     */
    private static int settled(StarvedServer.Handle server, Peer peer) {
        int most = 0;
        for (int round = 0; round < 20; round++) {
            most = Math.max(most, free(server));
            echo(server, peer, "while it settles");
        }
        return most;
    }

    /** Returns how many descriptors could still be opened. */
    private static int free(StarvedServer.Handle server) {
        server.ask("leave 0");
        return Integer.parseInt(server.ask("release"));
    }

    private static Stream<String> adopters() {
        return Engines.models().stream()
                .filter(model -> model.absence().isEmpty() && !model.card().isComposite())
                .map(model -> model.card().name())
                .filter(name -> Engines.capabilities(Engines.check(name))
                        .containsAll(List.of(Capability.SHIFT_IN, Capability.SHIFT_OUT)));
    }
}
