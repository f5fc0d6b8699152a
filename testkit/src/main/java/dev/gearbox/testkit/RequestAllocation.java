package dev.gearbox.testkit;

import com.sun.management.ThreadMXBean;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;

/** The allocation of an engine for a request of 64 bytes and its echo, on all threads of this JVM together. */
public final class RequestAllocation {
    private static final int REQUESTS = 5_000;

    private RequestAllocation() {}

    /**
     * Returns the bytes for each request, rounded down: of the first round in which they are at most {@code bound}, or of the last. Interpreted code
     * boxes values that compiled code does not, and on a busy machine the compiler is late.
     */
    public static long of(String spec, long bound) throws IOException {
        Protocol echo = connection -> connection::write;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), echo, Options.DEFAULT);
                SocketChannel client = SocketChannel.open(listener.address())) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(64);
            long deadline = System.nanoTime() + Conditions.LIMIT.toNanos();
            long each;
            do {
                long before = threads.getTotalThreadAllocatedBytes();
                exchange(client, buffer, REQUESTS);
                each = (threads.getTotalThreadAllocatedBytes() - before) / REQUESTS;
            } while (each > bound && System.nanoTime() - deadline < 0);
            return each;
        }
    }

    /**
     * As {@link #of}, in a JVM of its own with the optimizing compiler, for engines whose allocations only this removes: what other tests have loaded and called
     * changes what it inlines.
     */
    public static long inOwnJvm(String spec, long bound) throws IOException {
        Process child = new ProcessBuilder(JavaCommands.java(
                        List.of("-XX:TieredStopAtLevel=4"),
                        RequestAllocation.class.getName(),
                        List.of(spec, Long.toString(bound))))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = child.inputReader()) {
            String bytes = said.readLine();
            if (bytes == null) {
                throw new IOException("the JVM that measures allocations ended without a figure");
            }
            return Long.parseLong(bytes);
        } finally {
            child.destroyForcibly();
        }
    }

    /** Prints the bytes for each request. Arguments: the spec and the bound. */
    public static void main(String[] arguments) throws IOException {
        System.out.println(of(arguments[0], Long.parseLong(arguments[1])));
    }

    private static void exchange(SocketChannel client, ByteBuffer buffer, int times) throws IOException {
        for (int request = 0; request < times; request++) {
            buffer.clear();
            while (buffer.hasRemaining()) {
                client.write(buffer);
            }
            buffer.clear();
            while (buffer.hasRemaining()) {
                client.read(buffer);
            }
        }
    }
}
