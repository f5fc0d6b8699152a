package dev.gearbox.lab.workload;

import dev.gearbox.evidence.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cores that a workload needs to show what it is about. The key {@code cores} of its file; what is left out is not needed.
 * <pre>
 *   cores: {subject: 2, load: 1, apart: true}     at least two cores for the subject, one for the load, none of them shared
 * </pre>
 *
 * @param subject the fewest cores of the subject
 * @param load the fewest cores of the load
 * @param apart whether load and origin must leave the subject's cores alone
 */
public record CoreNeeds(Optional<Integer> subject, Optional<Integer> load, Optional<Boolean> apart) {
    /** Any placement will do. */
    public static final CoreNeeds NONE = new CoreNeeds(Optional.empty(), Optional.empty(), Optional.empty());

    /** Checks the numbers. */
    public CoreNeeds {
        if (subject.orElse(1) < 1 || load.orElse(1) < 1) {
            throw new IllegalArgumentException("subject: and load: are numbers of cores, from 1");
        }
    }

    /** Returns the same with at least this many cores for the subject. */
    public CoreNeeds withSubject(int cores) {
        return new CoreNeeds(Optional.of(Math.max(cores, fewest(subject))), load, apart);
    }

    /** Returns whether a placement has them. */
    public boolean metBy(Placement placement) {
        return placement.subject().cores().size() >= fewest(subject)
                && placement.load().cores().size() >= fewest(load)
                && !(separate() && placement.contended());
    }

    /** Returns whether processes that are not pinned have them, on this many cores. */
    public boolean metUnpinned(int cores) {
        return !separate() && cores >= Math.max(fewest(subject), fewest(load));
    }

    /**
     * Returns the smallest placement that has them: with the subject apart if there are cores enough, otherwise sharing all.
     *
     * @param cores those that there are
     * @return empty if there are too few
     */
    public Optional<Placement> placement(List<Integer> cores) {
        int servers = fewest(subject);
        int loads = fewest(load);
        if (cores.size() >= servers + loads) {
            Placement.Site rest = new Placement.Site(cores.subList(servers, servers + loads));
            return Optional.of(new Placement(new Placement.Site(cores.subList(0, servers)), rest, rest));
        }
        return separate() || cores.size() < Math.max(servers, loads)
                ? Optional.empty()
                : Optional.of(Placement.shared(cores));
    }

    /** Returns a text such as "2 cores for the subject, 1 core for the load". */
    public String words() {
        List<String> words = new ArrayList<>();
        subject.ifPresent(number -> words.add(cores(number) + " for the subject"));
        load.ifPresent(number -> words.add(cores(number) + " for the load"));
        if (separate()) {
            words.add("cores of the subject that nothing else uses");
        }
        return words.isEmpty() ? "any cores" : String.join(", ", words);
    }

    private boolean separate() {
        return apart.orElse(false);
    }

    private static int fewest(Optional<Integer> number) {
        return number.orElse(1);
    }

    private static String cores(int number) {
        return number + (number == 1 ? " core" : " cores");
    }
}
