package dev.gearbox.studies.echoserver.subjects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Limits the address space of this JVM, so that it runs out of room for threads long before the machine does: each thread reserves a stack of a MiB. A
 * limit of the number of threads would not hold for the superuser, and a group of processes is not everyone's to make.
 */
final class AddressSpace {
    private static final long MEBI = 1 << 20;
    private static final Path SELF = Path.of("/proc/self/status");
    private static final String SIZE = "VmSize:";

    private AddressSpace() {}

    /**
     * Limits it to what it is now and some room.
     *
     * @param room in MiB
     * @throws IOException if this system has no such limit
     */
    static void limit(int room) throws IOException {
        // Once without an effect: the first process that a JVM starts brings a thread and classes with it, which may
        // take all the room.
        prlimit("--as");
        prlimit("--as=" + (size() + room * MEBI));
    }

    /** Calls the program that reads and changes limits of other processes; JDK and shell can only lower those of children. */
    private static void prlimit(String option) throws IOException {
        Process prlimit = new ProcessBuilder(
                        "prlimit",
                        "--pid",
                        Long.toString(ProcessHandle.current().pid()),
                        option)
                .redirectErrorStream(true)
                .start();
        String said = new String(prlimit.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exit = prlimit.onExit().join().exitValue();
        if (exit != 0) {
            throw new IOException(
                    "prlimit (package util-linux) did not limit the address space, exit code " + exit + ": " + said);
        }
    }

    /** Returns the size in bytes. */
    static long size() throws IOException {
        String line = Files.readAllLines(SELF).stream()
                .filter(each -> each.startsWith(SIZE))
                .findFirst()
                .orElseThrow(() -> new IOException("no " + SIZE + " in " + SELF));
        return Long.parseLong(line.substring(SIZE.length()).replace("kB", "").strip()) * 1024;
    }
}
