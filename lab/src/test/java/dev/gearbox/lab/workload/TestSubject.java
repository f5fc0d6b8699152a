package dev.gearbox.lab.workload;

import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A subject for the lab's tests: an echo in plain java.nio, and every kind of misbehavior. The first argument selects it.
 */
public final class TestSubject {
    /** The number of bytes that it echoes before it misbehaves. */
    private static final int FEW = 64 * 50;

    private final String behaviour;
    private final ServerSocketChannel server;
    private long echoed;

    private TestSubject(String behaviour) throws IOException {
        this.behaviour = behaviour;
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
    }

    public static Subject subject(String behaviour) {
        return new Subject(
                behaviour,
                TestPaths.launch(TestSubject.class),
                List.of(behaviour),
                List.of("-Dbehaviour=" + behaviour),
                Set.of("echo"));
    }

    public static void main(String[] args) throws Exception {
        System.err.println("I am told: " + String.join(" ", args));
        switch (args[0]) {
            case "dies-at-start" -> {
                System.out.println("no such engine");
                System.exit(3);
            }
            case "never-ready" -> waitForEver();
            case "no-port" -> {
                System.out.println("READY {}");
                waitForEver();
            }
            case "speaks-no-json" -> {
                System.out.println("READY steady go");
                waitForEver();
            }
            default -> new TestSubject(args[0]).serve(List.of(args));
        }
    }

    private void serve(List<String> args) throws IOException {
        Thread.ofPlatform().daemon().name("echo").start(this::echo);
        int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        switch (behaviour) {
            case "ignores-end-of-input" -> {
                System.out.println("READY {\"port\":" + port + "}");
                waitForEver();
            }
            case "refuses" -> {
                server.close();
                SubjectConsole.serve(port, Map.of(), Map::of);
            }
            default -> SubjectConsole.serve(port, Map.of("args", args), () -> Map.of("echoed", echoed));
        }
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    private void echo() {
        try (Selector selector = Selector.open()) {
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
            while (true) {
                selector.select(key -> ready(key, buffer));
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void ready(SelectionKey key, ByteBuffer buffer) {
        try {
            if (key.isAcceptable()) {
                SocketChannel channel = server.accept();
                channel.configureBlocking(false);
                channel.register(key.selector(), SelectionKey.OP_READ);
                return;
            }
            SocketChannel channel = (SocketChannel) key.channel();
            buffer.clear();
            if (channel.read(buffer) < 0) {
                channel.close();
                return;
            }
            buffer.flip();
            echoed += buffer.remaining();
            misbehave(buffer);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException expected) {
            key.cancel(); // the peer has disconnected: this connection is over, the others are not
        }
    }

    /** Lets 15 ms pass, without the processor time of the machine that tests. */
    private static void dawdle() {
        for (long end = System.nanoTime() + 15_000_000; System.nanoTime() - end < 0; ) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /** Consumes the processor time of a subject that "burns". Ends at a deadline, because the compiler folds loops that only count. */
    private static void burn(int micros) {
        for (long end = System.nanoTime() + micros * 1_000L; System.nanoTime() - end < 0; ) {
            Thread.onSpinWait();
        }
    }

    private void misbehave(ByteBuffer buffer) {
        if (behaviour.equals("burns")) {
            burn(100);
        } else if (behaviour.equals("serves-for-a-millisecond")) {
            burn(1_000);
        } else if (behaviour.equals("dawdles")) {
            dawdle();
        }
        if (behaviour.equals("never-answers")) {
            buffer.position(buffer.limit());
        }
        // From the second request on: long before the window, however late on a busy machine.
        if (behaviour.equals("hangs") && echoed > buffer.limit()) {
            waitForEver();
        }
        if (echoed < FEW) {
            return;
        }
        if (behaviour.equals("dies-in-mid-run")) {
            System.err.println("out of luck after " + echoed + " bytes");
            Runtime.getRuntime().halt(7);
        }
    }
}
