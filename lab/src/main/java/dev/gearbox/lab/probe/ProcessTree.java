package dev.gearbox.lab.probe;

import dev.gearbox.subject.CpuClock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An external program with all its processes, read from outside like a single process. Its first process leads its own session, so a child whose parent
 * has exited still belongs to it, as do all descendants.
 * <pre>
 *   processor time   each process's own clock, and what it inherited from children that ended ({@code cutime})
 *   switches         of every thread; of one that ended, its last known value
 *   memory           summed: a page that two processes share counts twice
 * </pre>
 * Values that no process inherits (an orphan's time, or that of the children of a process that ignores their exit) are kept at their last known value, so
 * values never decrease. A thread or orphan that started and ended between two readings is not seen. Not thread-safe.
 */
public final class ProcessTree {
    /** The kernel reports processor time to user space in hundredths of a second, on every architecture. */
    private static final long TICK_MICROS = 10_000;

    private final Path proc;
    private final long root;
    private final Set<Long> besides;
    private Map<Id, Used> seen = Map.of();
    private Map<Path, long[]> threads = Map.of();
    private long lostUser;
    private long lostSystem;
    private final long[] endedSwitches = {0, 0};

    /**
     * Creates the tree of a running program.
     *
     * @param root its first process, which is a session leader
     * @param besides our own processes in that session
     */
    public ProcessTree(Path proc, long root, Set<Long> besides) {
        this.proc = proc;
        this.root = root;
        this.besides = Set.copyOf(besides);
    }

    /** A pid may be reused; together with the start time it is unique. */
    private record Id(long pid, String started) {}

    /** Processor time in µs: of the process alone, and of its children that have exited. */
    private record Used(long user, long system, long childrenUser, long childrenSystem) {}

    /** Returns the running processes, starting with the first one; zombies are not included. */
    public List<Long> pids() throws IOException {
        List<Long> pids = new ArrayList<>();
        for (Map.Entry<Long, String[]> member : members().entrySet()) {
            if (!member.getValue()[0].equals("Z")) {
                pids.add(member.getKey());
            }
        }
        if (pids.remove(root)) {
            pids.addFirst(root);
        }
        return pids;
    }

    /** Returns the processor time used so far, in µs. */
    public long cpuMicros() throws IOException {
        Used used = used(members());
        return used.user() + used.system();
    }

    /**
     * Reads the whole tree.
     *
     * @throws IOException if the first process has exited
     */
    public ProcessReading read() throws IOException {
        Map<Long, String[]> members = members();
        if (!members.containsKey(root)) {
            throw new IOException("process " + root + " is gone");
        }
        long nanos = System.nanoTime();
        Used used = used(members);
        long[] switches = switches(members.keySet());
        int threadCount = 0;
        long resident = 0;
        int descriptors = 0;
        for (long pid : members.keySet()) {
            try {
                ProcessReading one = Probe.read(proc, pid, false);
                threadCount += one.threads();
                resident += one.residentBytes();
                descriptors += one.descriptors();
            } catch (IOException gone) {
                if (pid == root) {
                    throw gone; // any other process may exit meanwhile
                }
            }
        }
        return new ProcessReading(
                nanos, used.user(), used.system(), switches[0], switches[1], threadCount, resident, descriptors);
    }

    private Map<Long, String[]> members() throws IOException {
        Map<Long, String[]> all = new TreeMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                long pid = Long.parseLong(folder.getFileName().toString());
                try {
                    if (!besides.contains(pid)) {
                        all.put(pid, Probe.stat(folder.resolve("stat")));
                    }
                } catch (IOException expected) {
                    // It exited after the folder was listed.
                }
            }
        }
        Map<Long, String[]> members = new TreeMap<>();
        all.forEach((pid, stat) -> {
            if (pid == root || Long.parseLong(stat[3]) == root) {
                members.put(pid, stat);
            }
        });
        for (int before = -1; before < members.size(); ) {
            before = members.size();
            all.forEach((pid, stat) -> {
                if (members.containsKey(Long.parseLong(stat[1]))) {
                    members.put(pid, stat);
                }
            });
        }
        return members;
    }

    private Used used(Map<Long, String[]> members) {
        Map<Id, Used> now = new HashMap<>();
        members.forEach((pid, stat) -> now.put(new Id(pid, stat[19]), used(pid, stat)));
        long goneUser = 0;
        long goneSystem = 0;
        for (Map.Entry<Id, Used> before : seen.entrySet()) {
            Used was = before.getValue();
            Used is = now.get(before.getKey());
            if (is == null) {
                goneUser += was.user() + was.childrenUser();
                goneSystem += was.system() + was.childrenSystem();
            } else {
                goneUser -= is.childrenUser() - was.childrenUser();
                goneSystem -= is.childrenSystem() - was.childrenSystem();
            }
        }
        seen = now;
        lostUser += Math.max(0, goneUser);
        lostSystem += Math.max(0, goneSystem);
        long user = lostUser;
        long system = lostSystem;
        for (Used one : now.values()) {
            user += one.user() + one.childrenUser();
            system += one.system() + one.childrenSystem();
        }
        return new Used(user, system, 0, 0);
    }

    /** The exact clock gives the sum, the ticks give the share of user time. */
    private static Used used(long pid, String[] stat) {
        long user = ticks(stat, 11);
        long system = ticks(stat, 12);
        long sum = CpuClock.nanos(pid).orElse(0) / 1_000;
        return new Used(user, Math.max(system, sum - user), ticks(stat, 13), ticks(stat, 14));
    }

    private static long ticks(String[] stat, int field) {
        return Long.parseLong(stat[field]) * TICK_MICROS;
    }

    private long[] switches(Set<Long> pids) throws IOException {
        Map<Path, long[]> now = new HashMap<>();
        for (long pid : pids) {
            now.putAll(Probe.threadSwitches(proc.resolve(pid + "/task")));
        }
        threads.forEach((thread, was) -> {
            long[] is = now.get(thread);
            if (is == null || is[0] < was[0] || is[1] < was[1]) { // exited, and its pid may have been reused
                endedSwitches[0] += was[0];
                endedSwitches[1] += was[1];
            }
        });
        threads = now;
        long[] sum = endedSwitches.clone();
        for (long[] one : now.values()) {
            sum[0] += one[0];
            sum[1] += one[1];
        }
        return sum;
    }
}
