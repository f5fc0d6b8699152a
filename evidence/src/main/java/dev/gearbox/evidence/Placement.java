package dev.gearbox.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Where the processes of an experiment run. With the subject on cores of its own, the load does not compete with what it measures; with shared cores the
 * subject can use the whole machine, and the load costs it time. Results of different placements are not comparable. (Decision 0026)
 * <pre>
 *   subject=0 load=1             a core each, the default; the origin is on the cores of the load unless it is named
 *   subject=0,1 load=0,1         all on both cores
 *   subject=0-3 load=4,5 origin=6
 * </pre>
 * A {@link Site} has only cores of this machine so far. One on another machine would name it there.
 *
 * @param subject the servers, or the programs that do a job
 * @param load the load generator
 * @param origin what servers call and jobs fetch from, if the workload has it
 */
public record Placement(Site subject, Site load, Site origin) {
    /** The description of an experiment whose processes may run on any core. */
    public static final String UNPINNED = "nothing pinned";

    private static final String SYNTAX = "It takes shared, or cores for subject and load: subject=0,1 load=2";
    private static final int MOST_CORES = 4096;

    /**
     * Where one of the processes runs.
     *
     * @param cores by their numbers in the kernel, at least one
     */
    public record Site(List<Integer> cores) {
        /** Sorts the cores. */
        public Site {
            cores = List.copyOf(new TreeSet<>(cores));
            if (cores.isEmpty() || cores.getFirst() < 0) {
                throw new EvidenceException("a process runs on at least one core, by numbers from 0, not " + cores);
            }
        }

        /** Returns whether both may run on the same core. */
        public boolean overlaps(Site other) {
            return cores.stream().anyMatch(other.cores::contains);
        }

        private String list() {
            return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
        }

        /** Returns a text such as "core 0" or "cores 0,1". */
        String caption() {
            return (cores.size() == 1 ? "core " : "cores ") + list();
        }
    }

    /** Returns the placement of all processes on all these cores. */
    public static Placement shared(List<Integer> cores) {
        Site all = new Site(cores);
        return new Placement(all, all, all);
    }

    /**
     * Reads a placement as the class comment shows it.
     *
     * @throws EvidenceException if it is not one; the message says what is wrong
     */
    public static Placement parse(String text) {
        Map<String, Site> sites = new LinkedHashMap<>();
        for (String word : text.strip().split("\\s+", -1)) {
            String[] halves = word.split("=", 2);
            String role = halves[0].toLowerCase(Locale.ROOT);
            if (halves.length < 2 || !List.of("subject", "load", "origin").contains(role)) {
                throw wrong(text, "\"" + word + "\" names no cores of subject, load or origin");
            }
            if (sites.put(role, site(text, word, halves[1])) != null) {
                throw wrong(text, role + " is named twice");
            }
        }
        Site subject = sites.get("subject");
        Site load = sites.get("load");
        if (subject == null || load == null) {
            throw wrong(text, (subject == null ? "subject" : "load") + " has no cores");
        }
        return new Placement(subject, load, sites.getOrDefault("origin", load));
    }

    private static Site site(String text, String word, String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            if (!range.matches("\\d{1,4}(-\\d{1,4})?")) {
                throw wrong(text, "the cores in \"" + word + "\" are not numbers such as 0,2 or 0-3");
            }
            String[] ends = range.split("-", 2);
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (last < first || last >= MOST_CORES) {
                throw wrong(text, "there are no cores " + range);
            }
            for (int core = first; core <= last; core++) {
                cores.add(core);
            }
        }
        return new Site(cores);
    }

    private static EvidenceException wrong(String text, String why) {
        return new EvidenceException("no placement \"" + text.strip() + "\": " + why + ". " + SYNTAX);
    }

    /** Returns all cores on which something of the experiment runs. */
    public List<Integer> cores() {
        TreeSet<Integer> all = new TreeSet<>(subject.cores());
        all.addAll(load.cores());
        all.addAll(origin.cores());
        return List.copyOf(all);
    }

    /** Returns whether the subject may run on a core of the load or of the origin. */
    public boolean contended() {
        return subject.overlaps(load) || subject.overlaps(origin);
    }

    /** Returns the text that {@link #parse} reads. */
    public String text() {
        return "subject=" + subject.list() + " load=" + load.list()
                + (origin.equals(load) ? "" : " origin=" + origin.list());
    }

    /** Returns a text such as "server on core 0, load on core 1", different for different placements. */
    public String caption() {
        String rest = origin.equals(load) ? "" : ", origin on " + origin.caption();
        return subject.equals(load)
                ? "server and load share " + subject.caption() + rest
                : "server on " + subject.caption() + ", load on " + load.caption() + rest;
    }
}
