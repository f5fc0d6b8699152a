package dev.gearbox.testkit.stage;

import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a behaviour must leave as it found it: no thread more, no descriptor more, nothing uncaught, and no word above INFO in the engine's
 * log.
 */
public final class Watch implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("dev.gearbox");
    private static final Duration SETTLING = Patience.LIMIT.dividedBy(2);

    /** Of the JDK's own threads, those that come when it is first asked for something, and stay. */
    private static final List<String> JDK = List.of(
            "ForkJoinPool",
            "VirtualThread-unblocker",
            "VirtualThread-unparker",
            "Read-Poller",
            "Write-Poller",
            "MasterPoller",
            "process reaper",
            "Common-Cleaner",
            "Attach Listener",
            "JNA Cleaner");

    /** Netty's thread for promises without a loop: one for the whole process, started by the first who needs it; it ends itself when idle. */
    private static final String NETTY = "globalEventExecutor-";

    private final Set<Thread> threads = Set.copyOf(Thread.getAllStackTraces().keySet());
    private final long descriptors = descriptors();
    private final Queue<String> noise = new ConcurrentLinkedQueue<>();
    private final Queue<String> stalls = new ConcurrentLinkedQueue<>();
    private final Thread.@Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private volatile boolean warningsExpected;

    private final Handler ear = new Handler() {
        @Override
        public void publish(LogRecord record) {
            // A loop that was held up says so: that may be the machine, which is busy with other things.
            boolean stall = "dev.gearbox.stalls".equals(record.getLoggerName());
            if (stall) {
                stalls.add(record.getMessage());
            }
            if (record.getLevel().intValue() > Level.INFO.intValue() && !warningsExpected && !stall) {
                noise.add(record.getLevel() + ": " + record.getMessage()
                        + (record.getThrown() == null ? "" : " " + record.getThrown()));
            }
        }

        @Override
        public void flush() {
            // Kept in memory.
        }

        @Override
        public void close() {
            // Kept in memory.
        }
    };

    public Watch() {
        LOGGER.addHandler(ear);
        LOGGER.setUseParentHandlers(false);
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, thrown) -> noise.add("uncaught on " + thread.getName() + ": " + thrown));
    }

    void expectWarnings() {
        warningsExpected = true;
    }

    /** What the engine has said of callbacks that keep others waiting. */
    List<String> stalls() {
        return List.copyOf(stalls);
    }

    /** Fails if anything is left behind. Threads and descriptors get a moment to go: the system closes some behind our back. */
    public void check() {
        if (!Patience.comes(SETTLING, () -> newThreads().isEmpty())) {
            throw new AssertionError("threads are left: " + dump(newThreads()));
        }
        if (!Patience.comes(SETTLING, () -> descriptors() <= descriptors)) {
            throw new AssertionError("descriptors are left: " + descriptors()
                    + " of sockets, pipes and selectors, before " + descriptors);
        }
        Check.that(noise.isEmpty(), "uncaught or logged: " + noise);
    }

    /** The stacks of all threads that have come since, for a behaviour that hangs. */
    String dump() {
        return dump(newThreads());
    }

    private Set<Thread> newThreads() {
        Set<Thread> now = new HashSet<>(Thread.getAllStackTraces().keySet());
        now.removeAll(threads);
        now.removeIf(thread -> JDK.stream().anyMatch(thread.getName()::startsWith)
                || thread.getName().startsWith(NETTY)
                || thread.equals(Thread.currentThread())
                || !thread.isAlive());
        return now;
    }

    private static String dump(Set<Thread> which) {
        return which.stream()
                .map(thread -> "\n\"" + thread.getName() + "\" " + thread.getState()
                        + Stream.of(thread.getStackTrace())
                                .map(frame -> "\n    at " + frame)
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    /** Open descriptors but files: those of classes and logs come and go with the virtual machine. */
    private static long descriptors() {
        Path all = Path.of("/proc/self/fd");
        if (!Files.isDirectory(all)) {
            return 0;
        }
        try (Stream<Path> each = Files.list(all)) {
            return each.filter(Watch::counts).count();
        } catch (IOException failure) {
            throw new AssertionError("cannot list the descriptors of this process", failure);
        }
    }

    private static boolean counts(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("socket:") || target.startsWith("pipe:") || target.startsWith("anon_inode:");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Override
    public void close() {
        LOGGER.setUseParentHandlers(true);
        LOGGER.removeHandler(ear);
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
