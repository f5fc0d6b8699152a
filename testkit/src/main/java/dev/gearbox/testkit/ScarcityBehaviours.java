package dev.gearbox.testkit;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Too few of something: threads, descriptors. */
final class ScarcityBehaviours {
    private ScarcityBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of(
                        "connections wait for a thread, are counted, and served in turn", ScarcityBehaviours::waiting),
                Behaviour.of("no descriptors left", ScarcityBehaviours::noDescriptors));
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
            Check.equal((long) threads, small.stats().connections(), "EngineStats.connections");
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
        int descriptors = 90;
        try (StarvedServer.Handle server = StarvedServer.start(stage.spec(), descriptors)) {
            List<Peer> peers = new ArrayList<>();
            for (int index = 0; index < 120; index++) {
                Peer peer = stage.peer(server.address());
                peer.send(new byte[] {(byte) index});
                peers.add(peer);
            }
            Patience.await(
                    "it has tried again, and again, or needs no descriptor and serves all",
                    () -> server.stats().acceptFailures() >= 4 || server.stats().accepted() == peers.size());
            if (server.stats().accepted() == peers.size()) {
                for (int index = 0; index < peers.size(); index++) {
                    Check.equal((byte) index, peers.get(index).receive(1)[0], "echo to peer " + index);
                }
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
        }
    }
}
