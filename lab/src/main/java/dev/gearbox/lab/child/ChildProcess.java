package dev.gearbox.lab.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A JVM started by the lab: its messages, its log, its exit. It cannot outlive the lab: its standard input ends with the lab's process in any case, a
 * shutdown hook kills it when the lab is terminated, and {@link #close} ends it normally.
 * <pre>
 *   stdout ──► messages (lines the predicate knows) ──► next()
 *        └───► log tail ◄── stderr
 *   exit  ───► messages: Ended, after the last line
 * </pre>
 */
public final class ChildProcess implements AutoCloseable {
    /** A message from a child: a line of its protocol, or its exit. */
    sealed interface Message {
        /** A line that is part of the protocol. */
        record Line(String text) implements Message {}

        /** The process has exited and all its output has been read. */
        record Ended(int exitCode) implements Message {}
    }

    private static final int TAIL = 50;
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> ALIVE.forEach(Process::destroyForcibly), "kill-children"));
    }

    private final String name;
    private final Process process;
    private final Predicate<String> known;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private final Deque<String> tail = new ArrayDeque<>();
    private final CountDownLatch drained = new CountDownLatch(2);
    /** Why the last line could not be sent; null if all were. */
    private volatile @Nullable String sendFailure;

    private ChildProcess(String name, Process process, Predicate<String> known) {
        this.name = name;
        this.process = process;
        this.known = known;
    }

    /**
     * Starts a child.
     *
     * @param name its name in messages
     * @param known which lines of its standard output are messages; all others are log
     */
    static ChildProcess start(String name, List<String> command, Predicate<String> known) throws IOException {
        Process process = new ProcessBuilder(command).start();
        ALIVE.add(process);
        ChildProcess child = new ChildProcess(name, process, known);
        child.thread("stdout", () -> child.drain(process.getInputStream(), true));
        child.thread("stderr", () -> child.drain(process.getErrorStream(), false));
        child.thread("exit", child::awaitEnd);
        return child;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the next message, or null on timeout. {@link Message.Ended} is the last one. */
    @Nullable
    Message next(Duration patience) throws InterruptedException {
        return messages.poll(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS);
    }

    /**
     * Returns the next message with this prefix, and skips others before it.
     *
     * @param when describes when the child exited, for the exception: " before it was ready", or ""
     * @return null on timeout
     * @throws ChildException if the child exits first
     */
    @Nullable
    String await(String prefix, Duration patience, String when) throws ChildException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            Message message = next(LOOK);
            switch (message) {
                case Message.Line(String text) -> {
                    if (text.startsWith(prefix)) {
                        return text;
                    }
                }
                case Message.Ended(int code) ->
                    throw new ChildException(name + " ended" + when + ", " + describe(code), this);
                case null -> {
                    if (System.nanoTime() - deadline > 0) {
                        return null;
                    }
                }
            }
        }
    }

    /** Sends a line. A child that has exited or is exiting does not receive it; its exit arrives as a message. */
    void tell(String line) {
        try {
            OutputStream stdin = process.getOutputStream();
            stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            stdin.flush();
        } catch (IOException goneOrGoing) {
            sendFailure = "(" + name + " no longer reads its input: " + goneOrGoing.getMessage() + ")";
        }
    }

    /** Returns the last lines that were not messages, the child's own last words at the end: they tell more than that it no longer reads. */
    List<String> logTail() {
        List<String> lines = new ArrayList<>();
        String remark = sendFailure;
        if (remark != null) {
            lines.add(remark);
        }
        synchronized (tail) {
            lines.addAll(tail);
        }
        return lines;
    }

    /** Returns the last lines of a child that has exited, after both its streams have been read to the end. */
    List<String> wholeLogTail() throws InterruptedException {
        awaitDrained();
        return logTail();
    }

    /**
     * Closes its input, waits, and kills it if it does not exit.
     *
     * @return false if it had to be killed
     */
    boolean stop(Duration patience) throws InterruptedException {
        endInput();
        if (process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return true;
        }
        close();
        return false;
    }

    /** Closes its input and waits uninterruptibly, for a child that has to clean up. */
    void dismiss(Duration patience) {
        endInput();
        process.onExit()
                .completeOnTimeout(process, patience.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    /** Kills it if it is still alive, and waits until the kernel has released it. */
    @Override
    public void close() {
        // Through its handle, because Process.destroyForcibly also closes the streams, and with them loses output not
        // read yet.
        process.toHandle().destroyForcibly();
        endInput();
        process.onExit().join();
        ALIVE.remove(process);
    }

    private void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException expected) {
            // Unwritten input cannot be delivered any more: the child has exited, as intended.
        }
    }

    private void thread(String what, Runnable body) {
        Thread.ofPlatform().daemon().name(name + "-" + what).start(body);
    }

    private void drain(InputStream stream, boolean messagesToo) {
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (messagesToo && known.test(line)) {
                    messages.add(new Message.Line(line));
                } else {
                    log(line);
                }
            }
        } catch (IOException expected) {
            // The stream of a killed process may end with an error instead of an end of file: the log ends here either
            // way.
        } finally {
            drained.countDown();
        }
    }

    private void awaitEnd() {
        int code = process.onExit().join().exitValue();
        ALIVE.remove(process);
        try {
            if (!awaitDrained()) {
                log("(" + name + " left a process behind that holds its output)");
            }
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("this thread is never interrupted", impossible);
        }
        messages.add(new Message.Ended(code));
    }

    /** A grandchild may keep the streams open; in that case do not wait for its output. */
    private boolean awaitDrained() throws InterruptedException {
        return drained.await(2, TimeUnit.SECONDS);
    }

    private void log(String line) {
        synchronized (tail) {
            if (tail.size() == TAIL) {
                tail.removeFirst();
            }
            tail.addLast(line);
        }
    }

    /** Returns a text such as "exit code 3", or the signal that killed it. */
    public static String describe(int exitCode) {
        return exitCode > 128 && exitCode < 160 ? "killed by signal " + (exitCode - 128) : "exit code " + exitCode;
    }
}
