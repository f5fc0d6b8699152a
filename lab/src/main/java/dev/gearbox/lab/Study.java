package dev.gearbox.lab;

import dev.gearbox.data.UnknownNames;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobWorkload;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.MemoryWorkload;
import dev.gearbox.lab.workload.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A question and the workloads that answer it.
 *
 * @param name on the command line
 * @param question in one sentence, ending with a question mark
 * @param workloads in the order of listings
 * @param claims what the literature says about it; decoded lazily
 * @param choice how its runs answer the question in one sentence; empty: each result answers for itself
 * @param tour its shortest answer; empty: none
 */
public record Study(
        String name,
        String question,
        List<? extends Workload> workloads,
        Supplier<List<Claim>> claims,
        Optional<StudyChoice> choice,
        Optional<StudyTour> tour) {
    /** Copies the list; the names of workloads must be unique. */
    public Study {
        workloads = List.copyOf(workloads);
        Set<String> names = new HashSet<>();
        for (Workload workload : workloads) {
            if (!names.add(workload.name())) {
                throw new IllegalArgumentException(name + " has two workloads " + workload);
            }
        }
    }

    /** Creates a study without claims. */
    public Study(String name, String question, List<? extends Workload> workloads) {
        this(name, question, workloads, List::of);
    }

    /** Creates a study whose results each answer for themselves. */
    public Study(String name, String question, List<? extends Workload> workloads, Supplier<List<Claim>> claims) {
        this(name, question, workloads, claims, Optional.empty(), Optional.empty());
    }

    /**
     * Returns the workload of that name.
     *
     * @throws LabException if there is none; the message suggests the nearest name and lists all
     */
    public Workload workload(String wanted) {
        return workloads.stream()
                .filter(workload -> workload.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new LabException(UnknownNames.unknown("workload", wanted, names())));
    }

    /**
     * Returns the load of that name.
     *
     * @throws LabException if there is none, or it is of another kind; the message suggests the nearest name and lists all
     */
    public LoadWorkload load(String wanted) {
        return switch (workload(wanted)) {
            case LoadWorkload load -> load;
            case JobWorkload job -> throw new LabException(job + " is a job that subjects do, not a load for servers");
            case MemoryWorkload memory ->
                throw new LabException(memory + " is about the memory of idle connections, not a load for servers");
        };
    }

    /** Returns the loads among its workloads. */
    public List<LoadWorkload> loads() {
        return workloads.stream()
                .filter(LoadWorkload.class::isInstance)
                .map(LoadWorkload.class::cast)
                .toList();
    }

    /**
     * Returns normally if a workload exists and these axes select exactly one of its cells, for any length.
     *
     * @throws EvidenceException if not; the message says what is wrong
     */
    public void requireOne(Claim.CellRef wanted) {
        Map<String, List<String>> values = values(wanted);
        for (Length length : Length.values()) {
            List<? extends Condition> cells;
            try {
                cells = workload(wanted.workload()).cells(length, values);
            } catch (LabException wrong) {
                throw new EvidenceException(String.valueOf(wrong.getMessage()), wrong);
            }
            if (cells.size() != 1) {
                throw new EvidenceException(wanted + " leaves " + cells.size() + " cells instead of one: "
                        + cells.stream().map(Condition::label).collect(Collectors.joining(", "))
                        + ". Name the other axes too");
            }
        }
    }

    /** Returns the cell that a claim or a published table names, in its short form; see {@link #requireOne}. */
    public Condition cell(Claim.CellRef wanted) {
        return workload(wanted.workload()).cells(Length.QUICK, values(wanted)).getFirst();
    }

    private static Map<String, List<String>> values(Claim.CellRef wanted) {
        return wanted.axes().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, axis -> List.of(axis.getValue())));
    }

    /** Returns the names of everything that can be run, in the order of listings. */
    public List<String> names() {
        return workloads.stream().map(Workload::name).toList();
    }
}
