package dev.gearbox.advise.observe;

import dev.gearbox.advise.AdviseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process that is to be watched. It is looked at before it is asked anything: to attach to a JVM means to send it SIGQUIT, which ends most other programs.
 *
 * @param pid its id
 */
record JavaProcess(long pid) {
    private static final Pattern STOPPED = Pattern.compile(".*\\) [Tt] .*");

    /**
     * Returns the process.
     *
     * @throws AdviseException if it is none that can be watched
     */
    static JavaProcess of(long pid) {
        ProcessHandle process = ProcessHandle.of(pid)
                .orElseThrow(() -> new AdviseException(
                        "there is no process " + pid + ". Name one that runs (jps lists JVMs), or a file: ./" + pid));
        Optional<String> owner = process.info().user();
        Optional<String> me = ProcessHandle.current().info().user();
        if (owner.isPresent() && me.isPresent()) {
            refuseOthers(pid, owner.get(), me.get());
        }
        Path folder = Path.of("/proc", Long.toString(pid));
        if (Files.isDirectory(folder)) {
            try {
                refuseOtherPrograms(pid, folder);
            } catch (IOException unreadable) {
                throw new AdviseException(
                        "cannot look at process " + pid + " (" + unreadable.getMessage()
                                + "). Run gearbox as its user, or name a recording of it",
                        unreadable);
            }
        }
        return new JavaProcess(pid);
    }

    static void refuseOthers(long pid, String owner, String me) {
        if (!owner.equals(me)) {
            throw new AdviseException(
                    "process " + pid + " belongs to " + owner + ", and a JVM can be asked only by its own user."
                            + " Run gearbox as " + owner + ", or name a recording of it");
        }
    }

    private static void refuseOtherPrograms(long pid, Path folder) throws IOException {
        try (Stream<String> maps = Files.lines(folder.resolve("maps"))) {
            if (maps.noneMatch(line -> line.endsWith("/libjvm.so"))) {
                throw new AdviseException(
                        "process " + pid + " is no JVM. Name one (jps lists them), or give --connections and --rate");
            }
        }
        if (STOPPED.matcher(Files.readString(folder.resolve("stat"))
                        .lines()
                        .findFirst()
                        .orElse(""))
                .matches()) {
            throw new AdviseException(
                    "process " + pid + " is stopped and would not answer. Continue it with kill -CONT " + pid);
        }
    }

    boolean isAlive() {
        return ProcessHandle.of(pid).isPresent();
    }
}
