package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Stage;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Many connections: at once, one after another, or quiet. */
final class CrowdBehaviours {
    private static final int THOUSAND = 1_000;

    private CrowdBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("1,000 connections at once", CrowdBehaviours::thousand),
                Behaviour.of("connections that come and go", CrowdBehaviours::churn),
                Behaviour.needing(Capability.IDLE_FREE, "a quiet connection holds no buffer", CrowdBehaviours::idle));
    }

    private static void thousand(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        int parties = 4;
        byte[] bytes = stage.bytes(200);
        List<Callable<?>> tasks = new ArrayList<>();
        for (int party = 0; party < parties; party++) {
            tasks.add(() -> {
                List<Peer> peers = new ArrayList<>();
                for (int index = 0; index < THOUSAND / parties; index++) {
                    peers.add(stage.peer(address));
                }
                for (int round = 0; round < 2; round++) {
                    for (Peer peer : peers) {
                        peer.send(bytes);
                    }
                    for (Peer peer : peers) {
                        Check.equal(bytes, peer.receive(bytes.length), "echo");
                    }
                }
                return null;
            });
        }
        stage.together(tasks);
        Check.equal((long) THOUSAND, stage.engine().stats().connections(), "EngineStats.connections");
        Check.equal((long) THOUSAND, stage.engine().stats().accepted(), "EngineStats.accepted");
        Check.equal(2L * THOUSAND * bytes.length, stage.engine().stats().bytesRead(), "EngineStats.bytesRead");
    }

    private static void churn(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        byte[] bytes = stage.bytes(50);
        stage.together(() -> comeAndGo(stage, address, bytes), () -> comeAndGo(stage, address, bytes));
        Patience.await("all are gone", () -> stage.engine().stats().connections() == 0);
        stage.awaitAllClosed();
        Check.equal(200L, stage.engine().stats().accepted(), "EngineStats.accepted");
    }

    private static Object comeAndGo(Stage stage, InetSocketAddress address, byte[] bytes) throws Exception {
        for (int round = 0; round < 100; round++) {
            try (Peer peer = stage.ownPeer(address)) {
                peer.echo(bytes);
            }
        }
        return bytes;
    }

    private static void idle(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        byte[] bytes = stage.bytes(100);
        quiet(stage, address, bytes, 10);
        long before = directBuffers();
        int more = 200;
        quiet(stage, address, bytes, more);
        long grown = directBuffers() - before;
        Check.that(grown < more / 2, more + " more quiet connections took " + grown + " more direct buffers");
    }

    private static void quiet(Stage stage, InetSocketAddress address, byte[] bytes, int count) throws Exception {
        for (int index = 0; index < count; index++) {
            stage.peer(address).echo(bytes);
        }
    }

    private static long directBuffers() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getCount)
                .sum();
    }
}
