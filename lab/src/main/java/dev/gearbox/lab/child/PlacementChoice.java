package dev.gearbox.lab.child;

import dev.gearbox.evidence.Placement;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.CoreNeeds;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which cores of this machine the children of an experiment get: those that the user names, or the default ones, or the fewest that a workload needs.
 *
 * @param allowed the cores that this process may use; empty if unknown
 * @param pins whether processes can be pinned here
 * @param usual the default
 */
public record PlacementChoice(List<Integer> allowed, boolean pins, Pinning usual) {
    private static final String SHARED = "shared";

    /** Copies the list. */
    public PlacementChoice {
        allowed = List.copyOf(allowed);
    }

    /** Returns the choice on this machine. */
    public static PlacementChoice here() {
        return new PlacementChoice(Pinning.allowed(), Pinning.taskset().isPresent(), Pinning.detect());
    }

    /**
     * Returns the placement that a user names.
     *
     * @param text {@code shared}: everything on all cores; or as {@link Placement#parse} reads it
     * @throws LabException if this machine does not have these cores, or cannot pin processes
     * @throws dev.gearbox.evidence.EvidenceException if it is not a placement
     */
    public Pinning named(String text) {
        if (text.strip().equals(SHARED)) {
            // Where the default pins nothing, it already shares all cores.
            return usual.equals(Pinning.NONE) ? usual : Pinning.of(Placement.shared(allowed));
        }
        Placement placement = Placement.parse(text);
        if (!pins) {
            throw new LabException(
                    "--cores " + placement.text()
                            + " needs taskset (package util-linux), which is not installed here. Install it, or leave --cores out");
        }
        TreeSet<Integer> absent = new TreeSet<>(placement.cores());
        allowed.forEach(absent::remove);
        if (!absent.isEmpty()) {
            throw new LabException("--cores " + placement.text() + ": this machine has no "
                    + (absent.size() == 1 ? "core " : "cores ") + list(List.copyOf(absent))
                    + " for this process. It has: "
                    + list(allowed));
        }
        return Pinning.of(placement);
    }

    /**
     * Returns the default placement, or, if it does not have what a workload needs, the smallest one that does.
     *
     * @return empty if this machine has too few cores
     */
    public Optional<Pinning> fitting(CoreNeeds needs) {
        if (met(needs, usual)) {
            return Optional.of(usual);
        }
        return pins ? needs.placement(allowed).map(Pinning::of) : Optional.empty();
    }

    /** Returns whether a placement has what a workload needs. */
    public boolean met(CoreNeeds needs, Pinning pinning) {
        return pinning.equals(Pinning.NONE) ? needs.metUnpinned(allowed.size()) : needs.metBy(pinning.all());
    }

    /** Returns a sentence about a workload that cannot run here. */
    public String lacking(String workload, CoreNeeds needs) {
        return workload + " needs " + needs.words() + ", and this machine has "
                + (allowed.size() == 1 ? "1 core" : allowed.size() + " cores");
    }

    private static String list(List<Integer> cores) {
        return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
