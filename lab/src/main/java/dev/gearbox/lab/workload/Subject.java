package dev.gearbox.lab.workload;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.subject.SubjectConsole;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A program under test: a label and how to start its JVM. An engine and a hand-written loop are both subjects.
 * The child gets {@code args}, then {@code --protocol P} and {@code --KEY VALUE} for each server option of the
 * workload, then {@code --port 0} (one that does jobs gets its own arguments only); it prints {@code READY {"port":N, ...}} and answers {@code stats} (see
 * {@link SubjectConsole}).
 *
 * @param label its name in tables; unique among the subjects of a run
 * @param launch how to find its main class
 * @param args its own arguments, before those of the workload
 * @param jvmOptions additional options for its JVM
 * @param abilities the features that a workload may require: protocols, {@code offload}, ...; a workload that requires more leaves it out, and results say so
 * @param atOnce the maximum number of concurrent units of a job, such as the threads of a blocking client; 0: all
 * @param pace the time of a unit of a job as a multiple of its ideal time, for a subject that is slow by nature: it does only a part of a job that is too long
 * @param bound what follows from its pools and waits in the cell in which it takes part; empty: nothing was computed
 */
public record Subject(
        String label,
        JvmLaunch launch,
        List<String> args,
        List<String> jvmOptions,
        Set<String> abilities,
        int atOnce,
        double pace,
        Optional<ArmBound> bound) {
    /** Copies the collections. */
    public Subject {
        if (label.isBlank()) {
            throw new IllegalArgumentException("a subject needs a label");
        }
        args = List.copyOf(args);
        jvmOptions = List.copyOf(jvmOptions);
        abilities = Set.copyOf(abilities);
    }

    /** Creates a subject without a limit of concurrent units. */
    public Subject(String label, JvmLaunch launch, List<String> args, List<String> jvmOptions, Set<String> abilities) {
        this(label, launch, args, jvmOptions, abilities, 0, 1, Optional.empty());
    }

    /** One that does so many things at once; 0: any number. */
    public Subject(
            String label,
            JvmLaunch launch,
            List<String> args,
            List<String> jvmOptions,
            Set<String> abilities,
            int atOnce) {
        this(label, launch, args, jvmOptions, abilities, atOnce, 1, Optional.empty());
    }

    /** One that is slow by nature. */
    public Subject(
            String label,
            JvmLaunch launch,
            List<String> args,
            List<String> jvmOptions,
            Set<String> abilities,
            int atOnce,
            double pace) {
        this(label, launch, args, jvmOptions, abilities, atOnce, pace, Optional.empty());
    }

    /** Returns the same with what follows from its pools and waits. */
    public Subject bounded(ArmBound by) {
        return new Subject(label, launch, args, jvmOptions, abilities, atOnce, pace, Optional.of(by));
    }

    /** Returns the same under another name. */
    public Subject labelled(String other) {
        return new Subject(other, launch, args, jvmOptions, abilities, atOnce, pace, bound);
    }

    /** Returns the same with more arguments of its own. */
    public Subject withArguments(List<String> more) {
        return new Subject(
                label,
                launch,
                Stream.concat(args.stream(), more.stream()).toList(),
                jvmOptions,
                abilities,
                atOnce,
                pace,
                bound);
    }

    /** Returns the same with one more option for its JVM. */
    public Subject withJvmOption(String option) {
        return new Subject(
                label,
                launch,
                args,
                Stream.concat(jvmOptions.stream(), Stream.of(option)).toList(),
                abilities,
                atOnce,
                pace,
                bound);
    }

    /** Returns the required abilities that this subject lacks, in alphabetical order; empty: it can run. */
    public Set<String> lacks(Set<String> required) {
        Set<String> lacking = new TreeSet<>(required);
        lacking.removeAll(abilities);
        return lacking;
    }
}
