package dev.gearbox.studies.echoserver.subjects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM with little room ends up without threads, and lives on. */
class AddressSpaceTest {
    private static final int ROOM = 64;
    private static final String LIMITED = "limited";
    private static final String STARTED = "started";

    @TempDir
    private Path folder = Path.of("");

    /** Starts threads until there is no room for one more. */
    static final class Child {
        public static void main(String[] arguments) throws IOException {
            CountDownLatch end = new CountDownLatch(1);
            // Once without a limit, so that all code is loaded before: without room, nothing can be.
            start(1, end);
            AddressSpace.limit(ROOM);
            System.out.println(LIMITED);
            start(10 * ROOM, end);
        }

        /** Prints a line for each thread, since the JVM may not survive the last one. */
        private static void start(int most, CountDownLatch end) {
            try {
                for (int started = 0; started < most; started++) {
                    Thread thread = new Thread(() -> {
                        try {
                            end.await();
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        }
                    });
                    thread.setDaemon(true);
                    thread.start();
                    System.out.println(STARTED);
                }
            } catch (OutOfMemoryError full) {
                end.countDown();
            }
        }
    }

    /** A JVM without room may also end itself, when it needs some for anything but a thread. */
    @Test
    @Timeout(600)
    void a_thread_takes_a_mebibyte_of_the_room() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx32m",
                        "-cp",
                        classPath(),
                        Child.class.getName())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        // Else glibc reserves 64 MiB, all the room there is, for the first thread of the JVM that allocates while
        // another one does.
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        Process child = builder.start();
        List<String> said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        child.onExit().join();
        assertThat(said).contains(LIMITED);
        assertThat(said.subList(said.indexOf(LIMITED), said.size()).stream()
                        .filter(STARTED::equals)
                        .count())
                .as("%s", said)
                .isBetween(1L, (long) ROOM);
    }

    /** The folders of both classes, whether this test runs from modules or from the class path. */
    private static String classPath() {
        return Path.of(AddressSpace.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                + File.pathSeparator
                + Path.of("target", "test-classes").toAbsolutePath();
    }
}
