package dev.gearbox.lab;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Entry;
import dev.gearbox.evidence.Experiment;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The JVMs of a fork: one for every arm, and the generator's, all alive at once. An arm that fails takes no further part,
 * and the others go on, unless it is the baseline. Whatever happens, all are gone when {@link #close} returns.
 */
final class ForkChildren implements AutoCloseable {
    private final Experiment experiment;
    private final Cell cell;
    private final Setup setup;
    private final ForkDiary diary;
    private final Map<String, SubjectProcess> alive = new LinkedHashMap<>();
    private @Nullable GeneratorProcess generator;

    ForkChildren(Experiment experiment, Cell cell, Setup setup, ForkDiary diary) {
        this.experiment = experiment;
        this.cell = cell;
        this.setup = setup;
        this.diary = diary;
    }

    /** What is done with one arm. */
    interface Step {
        void run() throws ChildException, InterruptedException;
    }

    /**
     * Starts them all at once, in an order drawn at random, and waits until they are ready.
     *
     * @param notes what a reader of the results must know of this launch
     * @throws ChildException when the generator or the baseline does not start
     */
    void start(Map<String, Subject> subjects, List<String> notes) throws ChildException, InterruptedException {
        diary.say("starting " + subjects.size() + (subjects.size() == 1 ? " JVM" : " JVMs"));
        try {
            for (Arm arm : new Draw(experiment.seed()).order(experiment.arms(), diary.fork(), 0)) {
                Subject subject = Objects.requireNonNull(subjects.get(arm.label()), arm.label());
                Subject telling = subject.withJvmOption("-Dgearbox.decisions=" + diary.decisions(arm.label()));
                alive.put(arm.label(), SubjectProcess.start(telling, cell, setup));
            }
            generator = GeneratorProcess.start(setup);
        } catch (IOException cannotStart) {
            throw new ChildException("a child could not be started: " + cannotStart.getMessage(), null);
        }
        Map<String, JsonNode> stamps = new LinkedHashMap<>();
        List<Entry.Failed> failed = new ArrayList<>();
        List<String> noted = new ArrayList<>(notes);
        for (Map.Entry<String, SubjectProcess> arm : List.copyOf(alive.entrySet())) {
            try {
                arm.getValue().awaitReady(setup.patience());
                stamps.put(arm.getKey(), arm.getValue().stamp());
                arm.getValue().tree().ifPresent(_ -> noted.add(arm.getKey() + ": " + SubjectProcess.FOREIGN));
            } catch (ChildException notReady) {
                failed.add(dropped(arm.getValue(), notReady));
            }
        }
        String load = ProcFiles.ifThere("/proc/loadavg")
                .map(averages -> averages.split(" ", 2)[0])
                .orElse("");
        Entry launch = new Entry.Launch(diary.fork(), diary.launch(), Instant.now(), load, stamps, noted);
        diary.append(Stream.concat(Stream.of(launch), failed.stream()).toList(), List.of());
        requireBaseline(failed);
    }

    /** The arms that take part, in the order in which they were started. */
    List<SubjectProcess> alive() {
        return List.copyOf(alive.values());
    }

    GeneratorProcess generator() {
        if (generator == null) {
            throw new IllegalStateException("the fork has not begun");
        }
        return generator;
    }

    Own own() {
        return Own.of(generator().pid(), alive());
    }

    /**
     * Does something with an arm; if the arm fails at it, the fork goes on without it.
     *
     * @throws ChildException when it was the baseline, or the generator has failed
     */
    void attempt(SubjectProcess arm, Step step) throws ChildException, InterruptedException {
        try {
            step.run();
        } catch (ChildException failed) {
            if (!generator().isAlive()) {
                throw failed;
            }
            Entry.Failed entry = dropped(arm, failed);
            diary.append(entry);
            requireBaseline(List.of(entry));
        }
    }

    private Entry.Failed dropped(SubjectProcess arm, ChildException failed) throws InterruptedException {
        alive.remove(arm.label());
        arm.close();
        return new Entry.Failed(diary.fork(), diary.launch(), arm.label(), failed.reason(), failed.log());
    }

    private void requireBaseline(List<Entry.Failed> failed) throws ChildException {
        for (Entry.Failed one : failed) {
            if (experiment.baseline().equals(one.arm())) {
                throw new ChildException("the baseline failed: " + one.cause(), null);
            }
        }
    }

    @Override
    public void close() {
        if (generator != null) {
            generator.close();
        }
        alive.values().forEach(SubjectProcess::close);
    }
}
