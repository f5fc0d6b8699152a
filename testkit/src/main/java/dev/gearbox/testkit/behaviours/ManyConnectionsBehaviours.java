package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Many connections: at once, one after another, or quiet. */
final class ManyConnectionsBehaviours {
    private static final int THOUSAND = 1_000;

    private ManyConnectionsBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("1,000 connections at once", ManyConnectionsBehaviours::thousand),
                Behaviour.of("connections that come and go", ManyConnectionsBehaviours::churn),
                Behaviour.needing(
                        Capability.IDLE_FREE, "a quiet connection holds no buffer", ManyConnectionsBehaviours::idle));
    }

    private static void thousand(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        int parties = 4;
        byte[] bytes = fixture.bytes(200);
        List<Callable<?>> tasks = new ArrayList<>();
        for (int party = 0; party < parties; party++) {
            tasks.add(() -> {
                List<Peer> peers = new ArrayList<>();
                for (int index = 0; index < THOUSAND / parties; index++) {
                    peers.add(fixture.peer(address));
                }
                for (int round = 0; round < 2; round++) {
                    for (Peer peer : peers) {
                        peer.send(bytes);
                    }
                    for (Peer peer : peers) {
                        Assert.equal(bytes, peer.receive(bytes.length), "echo");
                    }
                }
                return null;
            });
        }
        fixture.together(tasks);
        Assert.equal((long) THOUSAND, fixture.engine().stats().connections(), "EngineStats.connections");
        Assert.equal((long) THOUSAND, fixture.engine().stats().accepted(), "EngineStats.accepted");
        Assert.equal(2L * THOUSAND * bytes.length, fixture.engine().stats().bytesRead(), "EngineStats.bytesRead");
    }

    private static void churn(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        byte[] bytes = fixture.bytes(50);
        fixture.together(() -> comeAndGo(fixture, address, bytes), () -> comeAndGo(fixture, address, bytes));
        Conditions.await("all are gone", () -> fixture.engine().stats().connections() == 0);
        fixture.awaitAllClosed();
        Assert.equal(200L, fixture.engine().stats().accepted(), "EngineStats.accepted");
    }

    private static Object comeAndGo(EngineFixture fixture, InetSocketAddress address, byte[] bytes) throws Exception {
        for (int round = 0; round < 100; round++) {
            try (Peer peer = fixture.ownPeer(address)) {
                peer.echo(bytes);
            }
        }
        return bytes;
    }

    private static void idle(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        byte[] bytes = fixture.bytes(100);
        quiet(fixture, address, bytes, 10);
        long before = directBuffers();
        int more = 200;
        quiet(fixture, address, bytes, more);
        long grown = directBuffers() - before;
        Assert.that(grown < more / 2, more + " more quiet connections took " + grown + " more direct buffers");
    }

    private static void quiet(EngineFixture fixture, InetSocketAddress address, byte[] bytes, int count)
            throws Exception {
        for (int index = 0; index < count; index++) {
            fixture.peer(address).echo(bytes);
        }
    }

    private static long directBuffers() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getCount)
                .sum();
    }
}
