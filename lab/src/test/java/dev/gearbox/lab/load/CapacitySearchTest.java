package dev.gearbox.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.ForkEvent.Capacity.Outcome;
import dev.gearbox.evidence.ForkEvent.Capacity.Tried;
import dev.gearbox.evidence.Objective;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.fork.MeasuredSlice;
import dev.gearbox.stats.RateSearch;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The effect of each kind of trial on the search, with a simulated server and generator. */
class CapacitySearchTest {
    private static final Objective OBJECTIVE = new Objective(0.99, 5);

    @Test
    void findsTheRateAtWhichTheObjectiveIsMissed() throws Exception {
        ForkEvent.Capacity found = search((rate, number) -> trial(rate, rate > 8_000 ? 20 : 1));
        assertThat(found.unavailable()).isNull();
        assertThat(found.lower()).isBetween(7_400.0, 8_000.0);
        assertThat(found.upper()).isBetween(8_000.0, 8_500.0);
        assertThat(found.slices()).isEqualTo(found.tried().size());
        assertThat(found.tried())
                .allMatch(tried -> (tried.outcome() == Outcome.MISSED) == (tried.perSecond() > 8_000))
                .anyMatch(tried -> tried.why().equals("20.00 ms"));
    }

    @Test
    void whoeverLeavesRequestsUnansweredMisses() throws Exception {
        ForkEvent.Capacity found = search((rate, number) -> slice(rate, rate > 6_000 ? 0.99 * rate : rate, 1, 0, true));
        assertThat(found.upper()).isBetween(6_000.0, 6_400.0);
        assertThat(found.tried()).anyMatch(tried -> tried.why().endsWith("requests/s were answered"));
    }

    @Test
    void whatOthersDisturbIsNoOutcome() throws Exception {
        ForkEvent.Capacity found = search((rate, number) ->
                number % 3 == 0 ? slice(rate, rate, 500, 0.5, true) : trial(rate, rate > 8_000 ? 20 : 1));
        assertThat(found.lower()).isBetween(7_400.0, 8_000.0);
        assertThat(found.tried())
                .filteredOn(tried -> tried.outcome() == Outcome.VOID)
                .isNotEmpty()
                .extracting(Tried::why)
                .containsOnly("other programs used the machine");
    }

    @Test
    void aMachineThatIsNeverQuietGivesNoFigure() throws Exception {
        ForkEvent.Capacity found = search((rate, number) -> slice(rate, rate, 1, 0.5, true));
        assertThat(found.unavailable())
                .isEqualTo("120 pieces of trials were void, the last one because: other programs used the machine");
        assertThat(found.tried()).hasSize(120);
    }

    @Test
    void aboveTheGeneratorsOwnLimitNothingIsKnown() throws Exception {
        ForkEvent.Capacity found = search((rate, number) -> slice(rate, rate, 1, 0, rate < 4_000));
        assertThat(found.unavailable()).isNull();
        assertThat(found.upper()).isNull();
        assertThat(found.lower()).isBetween(2_400.0, 4_000.0);
    }

    /** The burst was slowed down by others: the capacity is more than twice its rate. */
    @Test
    void aCapacityFarAboveTheBurstIsFound() throws Exception {
        ForkEvent.Capacity found = search((rate, number) -> trial(rate, rate > 50_000 ? 20 : 1));
        assertThat(found.lower()).isBetween(47_000.0, 50_000.0);
        assertThat(found.upper()).isBetween(50_000.0, 53_000.0);
    }

    @Test
    void aGeneratorThatIsNeverFitGivesNoFigure() throws Exception {
        ForkEvent.Capacity found = search((rate, number) -> slice(rate, rate, 1, 0, false));
        assertThat(found.unavailable()).contains("late");
    }

    @Test
    void anArmThatAnswersNothingFails() {
        CapacitySearch search = new CapacitySearch(
                "mute",
                new CapacitySearch.Trials() {
                    @Override
                    public CapacitySearch.Burst flatOut(double leadSeconds, double windowSeconds) {
                        return new CapacitySearch.Burst(0, false);
                    }

                    @Override
                    public MeasuredSlice at(double perSecond, int number, double seconds) {
                        throw new AssertionError("nothing to search for");
                    }
                },
                OBJECTIVE,
                RateSearch.Goal.QUICK);
        assertThatThrownBy(search::trial).isInstanceOf(ChildException.class).hasMessageContaining("mute");
    }

    @Test
    void withoutPatienceFewPiecesAreTriedOnADisturbedMachine() throws Exception {
        Behaviour disturbed = (rate, number) -> slice(rate, rate, 1, 0.5, true);
        ForkEvent.Capacity soon = search(disturbed, false);
        assertThat(soon.unavailable()).contains("void");
        assertThat(soon.tried())
                .hasSizeBetween(1, search(disturbed, true).tried().size() / 5);
        ForkEvent.Capacity quiet = search((rate, number) -> trial(rate, rate > 8_000 ? 20 : 1), false);
        assertThat(quiet.upper()).isNotNull();
    }

    private interface Behaviour {
        MeasuredSlice at(double rate, int number);
    }

    private static ForkEvent.Capacity search(Behaviour behaviour) throws Exception {
        return search(behaviour, true);
    }

    private static ForkEvent.Capacity search(Behaviour behaviour, boolean patient) throws Exception {
        CapacitySearch search = new CapacitySearch(
                "arm",
                new CapacitySearch.Trials() {
                    @Override
                    public CapacitySearch.Burst flatOut(double leadSeconds, double windowSeconds) {
                        return new CapacitySearch.Burst(9_000, false);
                    }

                    @Override
                    public MeasuredSlice at(double perSecond, int number, double seconds) {
                        return behaviour.at(perSecond, number);
                    }
                },
                OBJECTIVE,
                RateSearch.Goal.QUICK,
                patient);
        while (!search.over()) {
            search.trial();
        }
        return search.found(3);
    }

    private static MeasuredSlice trial(double rate, double millis) {
        return slice(rate, rate, millis, 0, true);
    }

    private static MeasuredSlice slice(double rate, double answered, double millis, double steal, boolean fit) {
        Histogram response = new Histogram(3);
        response.recordValueWithCount(Math.round(millis * 1e6), 1_000);
        Map<TimeHistograms.Kind, Histogram> kinds = new EnumMap<>(TimeHistograms.Kind.class);
        kinds.put(TimeHistograms.Kind.RESPONSE, response);
        return new MeasuredSlice(
                new Slice(
                        3,
                        1,
                        0,
                        1,
                        "arm",
                        7,
                        Instant.EPOCH,
                        new Slice.Requests(1, rate, answered, Math.round(answered), 0, 0, 0, 0, 10, 0, Map.of()),
                        new Slice.ResourceUse(1, 1, null, null, null, null, null, 1, 1),
                        new Slice.Disturbance(0, steal, 0),
                        new Slice.GeneratorLag(fit, fit ? List.of() : List.of("it was late"), 1, 20, 0.3, 0)),
                new TimeHistograms(kinds));
    }
}
