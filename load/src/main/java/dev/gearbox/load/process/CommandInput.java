package dev.gearbox.load.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The generator's standard input: a queue of lines. End of input terminates the process immediately, so that it does not outlive its parent. Exit code 3
 * if a line was unanswered at that time, 0 otherwise. The reading thread does nothing else, so a line that arrives during a slice hardly disturbs the
 * slice.
 */
final class CommandInput {
    private static final int BUSY = 3;

    private final BufferedReader in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AtomicInteger unanswered = new AtomicInteger();

    CommandInput(BufferedReader in) {
        this.in = in;
    }

    /** Starts reading; end of input terminates the process. {@code answering}: a line is already being answered. */
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
                // A broken pipe counts as end of input.
            }
            Runtime.getRuntime().halt(unanswered.get() > 0 ? BUSY : 0);
        });
    }

    /** Returns the next line; waits for it. */
    String take() throws InterruptedException {
        return lines.take();
    }

    /** Records that a line is about to be answered. */
    void answered() {
        unanswered.decrementAndGet();
    }
}
