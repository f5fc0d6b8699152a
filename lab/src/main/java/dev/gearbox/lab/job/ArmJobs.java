package dev.gearbox.lab.job;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.InstrumentProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.fork.Harness;
import dev.gearbox.lab.fork.MeasuredSlice;
import dev.gearbox.lab.fork.Randomization;
import dev.gearbox.lab.slice.SliceMeter;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.subject.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

/**
 * Has the arms of a fork do the job, one arm at a time and once for each slice, and measures the resources that each uses.
 *
 * @param cell the job
 * @param subjects by label
 * @param instrument from which they fetch, if they do
 * @param fixture what was created for the fork on this machine
 * @param launch the launch of the fork
 */
record ArmJobs(
        JobCell cell,
        Map<String, Subject> subjects,
        Optional<InstrumentProcess> instrument,
        Fixture fixture,
        Randomization draw,
        int fork,
        int launch,
        Duration patience,
        SliceMeter meter)
        implements Harness.Turn {
    /** The time limit of a job as a multiple of its ideal time, to which the timeout of a unit is added. */
    private static final int SLOW = 20;

    private static final int TRIES = 3;

    private static final Slice.GeneratorLag NO_INSTRUMENT = new Slice.GeneratorLag(true, List.of(), 0, 0, 0, 0);

    /**
     * With many arms, almost every block would contain a disturbance, and a disturbed block is dropped for all arms. So a job that was disturbed, or whose
     * instrument was late, is repeated immediately, whatever its result.
     */
    @Override
    public MeasuredSlice measure(SubjectProcess arm, int block, int position)
            throws ChildException, InterruptedException {
        boolean warmUp = block < 0;
        for (int tries = 1; ; tries++) {
            MeasuredSlice outcome = once(arm, block, position, tries);
            Slice slice = outcome.slice();
            boolean spoilt = slice.disturbance().exceeds() || !slice.generator().fit();
            if (warmUp || tries == TRIES || !spoilt) {
                return outcome;
            }
        }
    }

    private MeasuredSlice once(SubjectProcess arm, int block, int position, int tries)
            throws ChildException, InterruptedException {
        arm.check();
        Subject subject = Objects.requireNonNull(subjects.get(arm.label()), arm.label());
        JobCell.Part part = block < 0 ? cell.warming(subject) : cell.part(subject);
        Optional<InstrumentProcess.Mark> instrumentBefore = mark();
        SliceMeter.Mark before = meter.mark(arm);
        Instant at = Instant.now();
        JobAnswer answer = answer(arm, part);
        SliceMeter.Mark after = meter.mark(arm);
        Optional<InstrumentProcess.Mark> instrumentAfter = mark();
        double millis = answer.nanos() / 1e6;
        Slice slice = new Slice(
                fork,
                launch,
                block,
                position,
                arm.label(),
                draw.arrivals(fork, block),
                at,
                traffic(answer, part),
                cost(before, after, answer),
                SliceMeter.disturbance(before, after),
                instrument
                        .map(beside ->
                                beside.judge(instrumentBefore.orElseThrow(), instrumentAfter.orElseThrow(), millis))
                        .orElse(NO_INSTRUMENT),
                new Slice.Job(
                        millis,
                        answer.gapMillis(),
                        part.done(),
                        part.whole(),
                        part.scale(),
                        tries,
                        answer.workMicros(),
                        answer.aloneNanos() == 0 ? null : answer.aloneNanos() / 1e3));
        return new MeasuredSlice(slice, times(answer, part));
    }

    private Optional<InstrumentProcess.Mark> mark() throws ChildException, InterruptedException {
        return instrument.isEmpty()
                ? Optional.empty()
                : Optional.of(instrument.get().mark());
    }

    private JobAnswer answer(SubjectProcess arm, JobCell.Part part) throws ChildException, InterruptedException {
        Duration most = Duration.ofMillis(Math.round(1e3 * SLOW * part.seconds()))
                .plus(cell.timeout())
                .plus(patience);
        int port = instrument.map(InstrumentProcess::port).orElse(0);
        JsonNode told = arm.ask("job " + cell.order(part.done(), port, fixture), most);
        if (told == null) {
            throw arm.failure(arm.label() + " did not end its job within " + most.toSeconds() + " s");
        }
        try {
            return JobAnswer.decode(told, part.done());
        } catch (IllegalArgumentException wrong) {
            throw arm.failure(arm.label() + " " + wrong.getMessage());
        }
    }

    private static Slice.Requests traffic(JobAnswer answer, JobCell.Part part) {
        double seconds = answer.nanos() / 1e9;
        long completed = answer.completed().size();
        return new Slice.Requests(
                seconds,
                part.done() / seconds,
                completed / seconds,
                completed,
                0,
                part.done() - completed,
                0,
                0,
                0,
                0,
                answer.errors());
    }

    /** Returns the resources used per second of the job: as reported by the subject, or between the marks for what it does not report. */
    private static Slice.ResourceUse cost(SliceMeter.Mark before, SliceMeter.Mark after, JobAnswer answer) {
        double seconds = answer.nanos() / 1e9;
        Slice.ResourceUse cost = SliceMeter.cost(before, after, seconds);
        Usage own = answer.usage();
        return new Slice.ResourceUse(
                own == null ? cost.userMicros() : own.userMicros() / seconds,
                own == null ? cost.systemMicros() : own.systemMicros() / seconds,
                own == null
                        ? cost.switches()
                        : (Double) ((own.voluntarySwitches() + own.involuntarySwitches()) / seconds),
                cost.allocatedBytes(),
                cost.wakeups(),
                cost.jitMillis(),
                cost.gcMillis(),
                cost.threads() + answer.threadsMore(),
                cost.residentBytes(),
                own == null ? cost.pageFaults() : (Double) (own.pageFaults() / seconds),
                own == null ? cost.diskBytes() : (Double) (own.diskBytes() / seconds));
    }

    /** Scales the completions to the whole job. */
    private static TimeHistograms times(JobAnswer answer, JobCell.Part part) {
        Map<TimeHistograms.Kind, Histogram> kinds = new EnumMap<>(TimeHistograms.Kind.class);
        kinds.put(TimeHistograms.Kind.RESPONSE, JobAnswer.histogram(answer.completed(), part.scale()));
        kinds.put(TimeHistograms.Kind.SERVICE, JobAnswer.histogram(answer.took(), 1));
        if (!answer.work().isEmpty()) {
            kinds.put(TimeHistograms.Kind.WORK, JobAnswer.histogram(answer.work(), 1));
        }
        return new TimeHistograms(kinds);
    }
}
