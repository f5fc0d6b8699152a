package dev.gearbox.lab.workload;

import dev.gearbox.subject.SubjectConsole;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Something under test: a label and how to start its JVM. An engine and a loop written by hand are both just subjects.
 * The child gets {@code args}, then {@code --protocol P} and {@code --KEY VALUE} for each server option of the
 * workload, then {@code --port 0} (one that does jobs gets its own arguments only); it prints {@code READY {"port":N, ...}} and answers {@code stats} (see
 * {@link SubjectConsole}).
 *
 * @param label what tables call it; unique among the subjects of a run
 * @param launch where its main class is
 * @param args arguments of its own, before those of the workload
 * @param jvmOptions options for its JVM beyond those of the set-up
 * @param abilities what it can do that a workload may ask for: protocols, {@code offload}, ...; a workload that asks
 *     for more leaves it out, visibly
 * @param atOnce how many units of a job it can have under way together, such as the threads of a blocking client; 0: all
 * @param pace how many times the ideal a unit of a job takes it, where that is much by its nature: it does a part of a job that is too long for it
 */
public record Subject(
        String label,
        JvmLaunch launch,
        List<String> args,
        List<String> jvmOptions,
        Set<String> abilities,
        int atOnce,
        double pace) {
    /** Copies the collections. */
    public Subject {
        if (label.isBlank()) {
            throw new IllegalArgumentException("a subject needs a label");
        }
        args = List.copyOf(args);
        jvmOptions = List.copyOf(jvmOptions);
        abilities = Set.copyOf(abilities);
    }

    /** One that does any number of things at once. */
    public Subject(String label, JvmLaunch launch, List<String> args, List<String> jvmOptions, Set<String> abilities) {
        this(label, launch, args, jvmOptions, abilities, 0, 1);
    }

    /** One that does so many things at once; 0: any number. */
    public Subject(
            String label,
            JvmLaunch launch,
            List<String> args,
            List<String> jvmOptions,
            Set<String> abilities,
            int atOnce) {
        this(label, launch, args, jvmOptions, abilities, atOnce, 1);
    }

    /** The same under another name. */
    public Subject labelled(String other) {
        return new Subject(other, launch, args, jvmOptions, abilities, atOnce, pace);
    }

    /** The same with one more option for its JVM. */
    public Subject withJvmOption(String option) {
        return new Subject(
                label,
                launch,
                args,
                Stream.concat(jvmOptions.stream(), Stream.of(option)).toList(),
                abilities,
                atOnce,
                pace);
    }

    /** What the workload asks for and this subject does not offer, in alphabetical order; empty: it can run. */
    public Set<String> lacks(Set<String> required) {
        Set<String> lacking = new TreeSet<>(required);
        lacking.removeAll(abilities);
        return lacking;
    }
}
