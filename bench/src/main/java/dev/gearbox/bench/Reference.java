package dev.gearbox.bench;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;

/** What a reference program needs to be a subject of the lab: it says where it listens, and ends when its parent has. */
final class Reference {
    private Reference() {}

    /** Says that connections will be served from now on. */
    static void ready(String name, ServerSocketChannel server) throws IOException {
        System.out.printf(
                "READY {\"port\":%d,\"engine\":\"%s\",\"backend\":\"%s\",\"protocol\":\"echo\",\"java\":\"%s\"}%n",
                server.socket().getLocalPort(), name, server.getClass().getName(), Runtime.version());
        Thread.ofPlatform().daemon().name("parent-watch").start(Reference::endWithParent);
    }

    private static void endWithParent() {
        try {
            int read;
            do {
                read = System.in.read();
            } while (read >= 0);
        } catch (IOException parentGone) {
            System.err.println("the parent's pipe broke: " + parentGone.getMessage());
        }
        Runtime.getRuntime().halt(0);
    }
}
