package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Instrument;
import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.probe.ProcFiles;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.Subject;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The JVMs of a fork: one for every arm, and that of the instrument, all running at the same time. If an arm fails, the others continue without it, unless
 * it is the baseline. All have exited when {@link #close} returns.
 *
 * @param <I> the instrument
 */
public final class ForkChildren<I extends Instrument> implements AutoCloseable {
    /** The number of concurrent starts: more on one core would prevent each other from being ready in time. */
    private static final int TOGETHER = 8;

    private final Experiment experiment;
    private final Condition condition;
    private final Map<String, Subject> subjects;
    private final ChildSetup setup;
    private final ForkLog diary;
    private final Map<String, SubjectProcess> alive = new LinkedHashMap<>();
    private final Fixture fixture;
    private final Starter<I> starter;
    private Optional<I> instrument = Optional.empty();

    ForkChildren(
            Experiment experiment,
            Condition condition,
            Map<String, Subject> subjects,
            ChildSetup setup,
            ForkLog diary,
            Fixture fixture,
            Starter<I> starter) {
        this.experiment = experiment;
        this.condition = condition;
        this.subjects = subjects;
        this.setup = setup;
        this.diary = diary;
        this.fixture = fixture;
        this.starter = starter;
    }

    /** Starts the instrument, if there is one. */
    interface Starter<I extends Instrument> {
        Optional<I> start() throws IOException, ChildException, InterruptedException;
    }

    /** An action on one arm. */
    public interface ArmAction {
        void run() throws ChildException, InterruptedException;
    }

    /**
     * Starts the arms in random order, and waits until they are ready.
     *
     * @param notes remarks on this launch for the reader of the results
     * @throws ChildException if the instrument or the baseline does not start
     */
    void start(List<String> notes) throws ChildException, InterruptedException {
        diary.say("starting " + subjects.size() + (subjects.size() == 1 ? " JVM" : " JVMs"));
        Map<String, JsonNode> stamps = new LinkedHashMap<>();
        List<ForkEvent.Failed> failed = new ArrayList<>();
        List<String> noted = new ArrayList<>(notes);
        List<Arm> order = new Randomization(experiment.seed()).order(experiment.arms(), diary.fork(), 0);
        try {
            for (int first = 0; first < order.size(); first += TOGETHER) {
                List<SubjectProcess> some = new ArrayList<>();
                for (Arm arm : order.subList(first, Math.min(order.size(), first + TOGETHER))) {
                    some.add(start(arm.label()));
                }
                for (SubjectProcess arm : some) {
                    try {
                        arm.awaitReady(setup.patience());
                        stamps.put(arm.label(), arm.stamp());
                        arm.tree().ifPresent(_ -> noted.add(arm.label() + ": " + SubjectProcess.FOREIGN));
                    } catch (ChildException notReady) {
                        failed.add(dropped(arm, notReady));
                    }
                }
            }
            instrument = starter.start();
        } catch (IOException cannotStart) {
            throw new ChildException("a child could not be started: " + cannotStart.getMessage(), null);
        }
        String load = ProcFiles.ifThere("/proc/loadavg")
                .map(averages -> averages.split(" ", 2)[0])
                .orElse("");
        ForkEvent launch = new ForkEvent.Launch(diary.fork(), diary.launch(), Instant.now(), load, stamps, noted);
        diary.append(Stream.concat(Stream.of(launch), failed.stream()).toList(), List.of());
        requireBaseline(failed);
    }

    private SubjectProcess start(String label) throws IOException {
        Subject subject = Objects.requireNonNull(subjects.get(label), label);
        Subject telling = subject.withArguments(fixture.arguments())
                .withJvmOption("-Dgearbox.decisions=" + diary.decisions(label));
        SubjectProcess arm = SubjectProcess.start(telling, condition, setup);
        alive.put(label, arm);
        return arm;
    }

    /**
     * Replaces the JVM of an arm by a fresh one, for measurements that need an unused JVM, and waits until it is ready.
     *
     * @param label of an arm that takes part; its current JVM is killed
     */
    public SubjectProcess fresh(String label) throws ChildException, InterruptedException {
        Objects.requireNonNull(alive.get(label), label).close();
        try {
            SubjectProcess arm = start(label);
            arm.awaitReady(setup.patience());
            return arm;
        } catch (IOException cannotStart) {
            throw new ChildException("a child could not be started: " + cannotStart.getMessage(), null);
        }
    }

    /** Returns the arms that take part, in the order in which they were started. */
    public List<SubjectProcess> alive() {
        return List.copyOf(alive.values());
    }

    public Optional<I> instrument() {
        return instrument;
    }

    public OwnProcesses own() {
        OwnProcesses own = OwnProcesses.of(instrument.map(Instrument::pid), alive());
        for (long pid : fixture.pids()) {
            own = own.and(pid);
        }
        return own;
    }

    /**
     * Performs an action on an arm; if the arm fails, the fork continues without it.
     *
     * @throws ChildException if it was the baseline, or the instrument has failed
     */
    public void attempt(SubjectProcess arm, ArmAction step) throws ChildException, InterruptedException {
        try {
            step.run();
        } catch (ChildException failed) {
            if (instrument.isPresent() && !instrument.get().isAlive()) {
                throw failed;
            }
            ForkEvent.Failed entry = dropped(arm, failed);
            diary.append(entry);
            requireBaseline(List.of(entry));
        }
    }

    private ForkEvent.Failed dropped(SubjectProcess arm, ChildException failed) throws InterruptedException {
        // The arm may have been moved to another JVM since its turn began.
        Objects.requireNonNull(alive.remove(arm.label()), arm.label()).close();
        return new ForkEvent.Failed(diary.fork(), diary.launch(), arm.label(), failed.reason(), failed.log());
    }

    private void requireBaseline(List<ForkEvent.Failed> failed) throws ChildException {
        for (ForkEvent.Failed one : failed) {
            if (experiment.baseline().equals(one.arm())) {
                throw new ChildException("the baseline failed: " + one.cause(), null);
            }
        }
    }

    @Override
    public void close() {
        instrument.ifPresent(Instrument::close);
        alive.values().forEach(SubjectProcess::close);
    }
}
