package dev.gearbox.lab;

import dev.gearbox.evidence.Claim;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A question and the workloads that answer it.
 *
 * @param name on the command line
 * @param question in one sentence, ending with a question mark
 * @param workloads in the order in which they are told
 * @param jobs the same for what subjects do themselves; no name is in both lists
 * @param claims what the literature says about it; decoded when somebody asks
 */
public record Study(
        String name, String question, List<Workload> workloads, List<JobWorkload> jobs, Supplier<List<Claim>> claims) {
    /** Copies the lists; no two workloads may have the same name. */
    public Study {
        workloads = List.copyOf(workloads);
        jobs = List.copyOf(jobs);
        Set<String> names = new HashSet<>();
        for (String workload : names(workloads, jobs)) {
            if (!names.add(workload)) {
                throw new IllegalArgumentException(name + " has two workloads " + workload);
            }
        }
    }

    /** A study of servers under load. */
    public Study(String name, String question, List<Workload> workloads, Supplier<List<Claim>> claims) {
        this(name, question, workloads, List.of(), claims);
    }

    /** A study without claims. */
    public Study(String name, String question, List<Workload> workloads) {
        this(name, question, workloads, List::of);
    }

    /**
     * The workload of that name.
     *
     * @throws LabException that names the nearest and all there are
     */
    public Workload workload(String wanted) {
        return workloads.stream()
                .filter(workload -> workload.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> unknown(wanted));
    }

    /**
     * The job of that name.
     *
     * @throws LabException that names the nearest and all there are
     */
    public JobWorkload job(String wanted) {
        return jobs.stream()
                .filter(job -> job.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> unknown(wanted));
    }

    /**
     * The conditions of a workload or a job.
     *
     * @param wanted its name
     * @throws LabException when there is none of that name, or an axis or a value makes no sense
     */
    public List<? extends Condition> conditions(String wanted, Length length, Map<String, List<String>> overrides) {
        return jobs.stream().anyMatch(job -> job.name().equals(wanted))
                ? job(wanted).cells(length, overrides)
                : workload(wanted).cells(length, overrides);
    }

    /**
     * What a workload or a job is, in a line.
     *
     * @throws LabException when there is none of that name
     */
    public String summary(String wanted) {
        return jobs.stream().anyMatch(job -> job.name().equals(wanted))
                ? job(wanted).summary()
                : workload(wanted).summary();
    }

    /** The names of everything that can be run, in the order in which it is told. */
    public List<String> names() {
        return names(workloads, jobs);
    }

    private static List<String> names(List<Workload> workloads, List<JobWorkload> jobs) {
        return Stream.concat(
                        workloads.stream().map(Workload::name), jobs.stream().map(JobWorkload::name))
                .toList();
    }

    private LabException unknown(String wanted) {
        return new LabException(Names.unknown("workload", wanted, names()));
    }
}
