package dev.gearbox.load.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The generator's standard input: lines, kept until somebody takes them. Its end ends the process at once: a parent that dies takes it
 * along. Exit code 3 if a line was not answered by then, 0 otherwise. The thread that reads does nothing else, so that a line
 * that comes while a slice runs costs it next to nothing.
 */
final class CommandInput {
    private static final int BUSY = 3;

    private final BufferedReader in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AtomicInteger unanswered = new AtomicInteger();

    CommandInput(BufferedReader in) {
        this.in = in;
    }

    /** From now on it reads; the end of the input ends the process. {@code answering}: a line that is being answered already. */
    void read(String answering) {
        lines.add(answering);
        unanswered.incrementAndGet();
        Thread.ofPlatform().daemon().name("input").start(() -> {
            try {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    unanswered.incrementAndGet();
                    lines.add(line);
                }
            } catch (IOException expected) {
                // A broken pipe is an end, too.
            }
            Runtime.getRuntime().halt(unanswered.get() > 0 ? BUSY : 0);
        });
    }

    /** The next line; waits for it. */
    String take() throws InterruptedException {
        return lines.take();
    }

    /** A line that was taken is about to be answered. */
    void answered() {
        unanswered.decrementAndGet();
    }
}
