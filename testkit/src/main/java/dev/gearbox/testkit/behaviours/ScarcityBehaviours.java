package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Inapplicable;
import dev.gearbox.testkit.stage.Stage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Too few of something: threads, descriptors. */
final class ScarcityBehaviours {
    private static final String BEGINS = "cannot accept connections";
    private static final String OVER = "accepts connections again";

    private ScarcityBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "connections wait for a thread, are counted, and served in turn", ScarcityBehaviours::waiting),
                Behaviour.of("no descriptors left", ScarcityBehaviours::noDescriptors),
                Behaviour.shifting("no descriptors left for a shift", ScarcityBehaviours::shiftWithout),
                Behaviour.needing(
                        Capability.SHIFT_OUT,
                        "a shift that is declined when no descriptor is left",
                        ScarcityBehaviours::declinedWithout));
    }

    private static void waiting(Stage stage) throws Exception {
        if (stage.card().capabilities().contains(Capability.UNBOUNDED)) {
            throw new Inapplicable(stage.card().name() + " serves any number of connections with the threads it has");
        }
        if (stage.spec().contains("elastic=true")
                || stage.card().parameters().stream()
                        .noneMatch(parameter -> parameter.name().equals("threads"))) {
            throw new Inapplicable(stage.spec() + " gives each connection a thread, however many come");
        }
        int threads = 2;
        try (Engine small = Engines.start(stage.card().name() + "?threads=" + threads)) {
            InetSocketAddress address = (InetSocketAddress) small.listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            stage.watched(connection -> connection::write),
                            Stage.OPTIONS)
                    .address();
            List<Peer> peers = new ArrayList<>();
            for (int index = 0; index < threads + 3; index++) {
                Peer peer = stage.peer(address);
                peer.send(new byte[] {(byte) index});
                peers.add(peer);
                int waiting = Math.max(0, index + 1 - threads);
                Patience.await(
                        waiting + " connections wait",
                        () -> small.stats().waiting() == waiting
                                && small.stats().accepted() == peers.size());
            }
            Patience.await(
                    "as many are served as there are threads",
                    () -> small.stats().connections() == threads);
            for (int index = 0; index < peers.size(); index++) {
                Check.equal((byte) index, peers.get(index).receive(1)[0], "echo to peer " + index);
                peers.get(index).close();
            }
            Patience.await(
                    "nobody waits",
                    () -> small.stats().waiting() == 0 && small.stats().connections() == 0);
        }
    }

    private static void noDescriptors(Stage stage) throws Exception {
        try (StarvedServer.Handle server = StarvedServer.start(90, List.of(stage.spec()))) {
            List<Peer> peers = crowd(stage, server);
            Patience.await(
                    "it has tried again, and again, or needs no descriptor and serves all",
                    () -> server.stats().acceptFailures() >= 4 || server.stats().accepted() == peers.size());
            if (server.stats().accepted() == peers.size()) {
                for (int index = 0; index < peers.size(); index++) {
                    Check.equal((byte) index, peers.get(index).receive(1)[0], "echo to peer " + index);
                }
                connectWithout(stage, server);
                return;
            }
            long failures = server.stats().acceptFailures();
            for (int round = 0; round < 100; round++) {
                // The first has its first answer still to come: it is always one behind, and never waits.
                peers.getFirst().echo(new byte[] {0});
            }
            peers.getFirst().receive(1);
            long grown = server.stats().acceptFailures() - failures;
            Check.that(grown < 60, grown + " vain accepts within 100 round trips: the acceptor spins");
            long served = server.stats().accepted();
            Check.that(served >= 10 && served < peers.size(), served + " connections served");
            Check.equal(1L, server.logged(BEGINS), "lines that say that it begins, in: " + server.said());
            Check.equal(0L, server.logged(OVER), "lines that say that it is over, in: " + server.said());
            List<Peer> gone = peers.subList(0, (int) served / 2);
            for (Peer peer : gone) {
                peer.close();
            }
            int half = gone.size();
            for (int index = half; index < peers.size(); index++) {
                Peer peer = peers.get(index);
                Check.equal((byte) index, peer.receive(1)[0], "echo to peer " + index);
                // Makes room for the next that waits.
                peer.close();
            }
            Check.equal(1L, server.logged(BEGINS), "lines that say that it begins, in: " + server.said());
            Patience.await("it says that it is over", () -> server.logged(OVER) == 1);
            connectWithout(stage, server);
            // And it ends, though it is short again.
            long before = server.stats().acceptFailures();
            crowd(stage, server);
            Patience.await("it is short again", () -> server.stats().acceptFailures() > before);
        }
    }

    /** More than it has descriptors for; each has sent a byte. */
    private static List<Peer> crowd(Stage stage, StarvedServer.Handle server) throws IOException {
        List<Peer> peers = new ArrayList<>();
        for (int index = 0; index < 120; index++) {
            Peer peer = stage.peer(server.address());
            peer.send(new byte[] {(byte) index});
            peers.add(peer);
        }
        return peers;
    }

    /** A connection of its own fails, and nothing else does. */
    private static void connectWithout(Stage stage, StarvedServer.Handle server) throws IOException {
        if (!stage.card().capabilities().contains(Capability.CLIENT)) {
            return;
        }
        try (ServerSocket elsewhere = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String connect = "connect " + elsewhere.getLocalPort();
            Peer peer = stage.peer(server.address());
            peer.echo(new byte[] {1});
            for (int free = 0; free < 3; free++) {
                server.ask("leave " + free);
                String outcome = server.ask(connect);
                Check.that(
                        outcome.equals("done") || outcome.startsWith("IOException "),
                        "with " + free + " descriptors left a connect ends with: " + outcome);
                peer.echo(new byte[] {2});
                server.ask("release");
            }
            Check.equal("done", server.ask(connect), "a connect when there are descriptors again");
            peer.echo(new byte[] {3});
            peer.close();
        }
    }

    /** To one of each kind that takes connections over and gives them back, when so many descriptors are left and no more. */
    private static void shiftWithout(Stage stage) throws Exception {
        List<String> specs =
                Stream.concat(Stream.of(stage.spec()), adopters()).distinct().toList();
        try (StarvedServer.Handle server = StarvedServer.start(512, specs)) {
            Peer peer = stage.peer(server.address());
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
                                        + outcome + "\", lost the connection. It said: " + server.said(),
                                lost);
                    }
                    server.ask("release");
                    if (outcome.equals("done")) {
                        Check.equal("done", server.ask("shift " + stage.spec()), "the way back from " + target);
                        peer.echo(new byte[] {3});
                    }
                }
                Check.equal(
                        "done", server.ask("shift " + target), "a shift to " + target + " when there are descriptors");
                Check.equal("done", server.ask("shift " + stage.spec()), "the way back from " + target);
            }
        }
    }

    /** The connection comes back, whatever was made of its socket meanwhile and whether a thread had to be called off it; and no descriptor is lost. */
    private static void declinedWithout(Stage stage) throws Exception {
        try (StarvedServer.Handle server = StarvedServer.start(512, List.of(stage.spec()))) {
            Peer peer = stage.peer(server.address());
            peer.echo(new byte[] {1});
            declined(server, peer);
            int free = free(server);
            declined(server, peer);
            Patience.await("as many descriptors are free as before: " + free, () -> free(server) == free);
        }
    }

    private static void declined(StarvedServer.Handle server, Peer peer) {
        for (DecliningEngine.Manner manner : DecliningEngine.Manner.values()) {
            comesBack(server, peer, manner + ", asked for from outside", server.ask("decline " + manner));
            server.ask("decline-in-callback " + manner);
            echo(server, peer, manner + ", in a callback");
            comesBack(server, peer, manner + ", asked for in a callback", server.ask("outcome"));
        }
    }

    private static void comesBack(StarvedServer.Handle server, Peer peer, String how, String outcome) {
        Check.that(outcome.contains("planted"), how + ": a shift that is declined ended with " + outcome);
        echo(server, peer, how);
        server.ask("release");
        echo(server, peer, how + ", when there are descriptors again");
    }

    private static void echo(StarvedServer.Handle server, Peer peer, String how) {
        try {
            peer.echo(new byte[] {2});
        } catch (IOException lost) {
            throw new AssertionError(how + ": the connection is lost. It said: " + server.said(), lost);
        }
    }

    /** How many descriptors could be had. */
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
