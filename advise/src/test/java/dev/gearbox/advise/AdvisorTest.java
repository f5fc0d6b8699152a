package dev.gearbox.advise;

import static dev.gearbox.advise.KnownAdvice.DATABASE;
import static dev.gearbox.advise.KnownAdvice.ECHO;
import static dev.gearbox.advise.KnownAdvice.advise;
import static dev.gearbox.advise.KnownAdvice.anew;
import static dev.gearbox.advise.KnownAdvice.prediction;
import static dev.gearbox.advise.KnownAdvice.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.advise.calibration.Range;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Workloads whose answer follows from theory, with the costs of an invented machine: the advice goes where theory says. */
final class AdvisorTest {
    private static List<String> specs(List<Prediction> predictions) {
        return predictions.stream().map(Prediction::spec).toList();
    }

    @Test
    void small_messages_go_to_an_event_loop_and_a_pool_behind_it_only_costs() {
        Advice advice = advise(ECHO);
        assertThat(specs(advice.groups().getFirst()))
                .contains("selector", "epoll")
                .doesNotContain("selector-pool?threads=2", "virtual", "selector + offload(2)");
        assertThat(advice.answer()).startsWith("Take ").doesNotContain("wait");
        assertThat(prediction(advice, "selector-pool?threads=2").cores().value())
                .isGreaterThan(1.5 * prediction(advice, "selector").cores().value());
    }

    @Test
    void engines_that_differ_by_less_than_their_error_are_one_group() {
        Advice advice = advise(ECHO);
        // Threads that are used again cost what threads cost, and are named beside them.
        List<Prediction> group = advice.groups().stream()
                .filter(one -> specs(one).contains("threads"))
                .findFirst()
                .orElseThrow();
        assertThat(specs(group)).contains("pool?threads=100");
        assertThat(advice.answer()).contains("none of these is predicted to be clearly better: ");
    }

    @Test
    void where_requests_wait_it_is_the_database_and_loops_are_rejected() {
        Advice advice = advise(workload(DATABASE));
        assertThat(advice.answer()).startsWith("What your requests wait for decides, not your I/O model: take ");
        assertThat(advice.reasons().getFirst())
                .startsWith("It is your database")
                .contains("On average 4 requests wait at a time");
        assertThat(specs(advice.rejected())).contains("selector", "reactors?threads=2", "epoll", "netty-nio?threads=2");
        assertThat(prediction(advice, "selector").obstacle()).isEqualTo("a wait of 20 ms stops its loop: at most 49/s");
        // 4 waiting on average, and three standard deviations.
        assertThat(prediction(advice, "selector-pool?threads=10").highestRate().value())
                .isCloseTo(500, within(1.0));
        assertThat(prediction(advice, "virtual").fit()).isEqualTo(Prediction.Fit.CARRIES);
        // With times of unknown variation the median lies between that of a long tail and that of constant waits.
        Range median = prediction(advice, "virtual").p50Seconds();
        assertThat(median.low()).isLessThan(0.010);
        assertThat(median.value()).isCloseTo(0.020 * Math.log(2), within(0.001));
        assertThat(median.high()).isGreaterThan(0.020);
    }

    @Test
    void where_the_application_computes_one_loop_is_too_few_and_engines_hardly_differ() {
        Advice advice = advise(workload("connections: 500\nrate: 1500\ncpu: 1ms\ncpu-variation: 1\n"));
        assertThat(prediction(advice, "selector").obstacle()).startsWith("at most 9");
        assertThat(specs(advice.groups().getFirst())).contains("threads", "virtual");
        assertThat(advice.reasons()).anyMatch(text -> text.startsWith("Your own code takes 9"));
        Range cores = prediction(advice, "threads").cores();
        assertThat(cores.low()).isBetween(1.5, 1.525);
        assertThat(cores.high()).isLessThan(1.6);
    }

    @Test
    void small_figures_have_two_digits_too() {
        assertThat(PredictedText.digits(0.00369)).isEqualTo("0.0037");
        assertThat(PredictedText.digits(0.05)).isEqualTo("0.050");
        assertThat(PredictedText.digits(0.25)).isEqualTo("0.25");
        assertThat(PredictedText.digits(0)).isEqualTo("0");
    }

    @Test
    void limits_exclude_engines() {
        Advice advice = advise(workload("connections: 10000\nrate: 1000\nmemory: 300MiB\n"));
        assertThat(prediction(advice, "threads").obstacle()).startsWith("memory about ");
        assertThat(prediction(advice, "selector").fit()).isEqualTo(Prediction.Fit.CARRIES);
    }

    @Test
    void what_carries_the_rate_only_by_its_best_estimate_comes_later() {
        Advice advice =
                Advisor.advise(workload("connections: 100\nrate: 130000\ncpu: 1us\n"), SomeCosts.wide(), Set.of());
        Prediction one = prediction(advice, "selector");
        assertThat(one.fit()).isEqualTo(Prediction.Fit.PROBABLY);
        assertThat(one.obstacle()).startsWith("perhaps no more than ");
        assertThat(one.p99Seconds().high()).isInfinite();
    }

    @Test
    void more_processor_time_than_there_is_is_refused_and_the_nearest_rate_is_carried() {
        assertThatThrownBy(() -> advise(workload("connections: 10\nrate: 1000\ncpu: 5ms\n")))
                .isInstanceOf(AdviseException.class)
                .hasMessageContaining("need 5.00 cores, and there are 2")
                .satisfies(refused -> {
                    Matcher nearest = Pattern.compile("--rate (\\d+), --cpu (\\S+), or --cores (\\d+)")
                            .matcher(String.valueOf(refused.getMessage()));
                    assertThat(nearest.find()).isTrue();
                    for (String change : List.of(
                            "rate: " + nearest.group(1) + "\ncpu: 5ms\n",
                            "rate: 1000\ncpu: " + nearest.group(2) + "\n",
                            "rate: 1000\ncpu: 5ms\ncores: " + nearest.group(3) + "\n")) {
                        assertThat(advise(workload("connections: 10\n" + change))
                                        .groups())
                                .isNotEmpty();
                    }
                });
    }

    @Test
    void a_p99_below_the_service_time_is_refused() {
        assertThatThrownBy(() -> advise(workload("connections: 10\nrate: 10\ncpu: 5ms\nwait: 10ms\np99: 12ms\n")))
                .isInstanceOf(AdviseException.class)
                .hasMessageContaining("a p99 of 12 ms is below the service time")
                .hasMessageContaining("above 15.0 ms; to get below it, shorten the wait, not the I/O");
        assertThatThrownBy(() -> advise(workload(DATABASE + "p99: 30ms\n")))
                .hasMessageContaining(
                        "no engine is predicted to keep a p99 of 30 ms here. The nearest possible is about 9");
        assertThat(advise(workload(DATABASE + "p99: 200ms\n")).groups()).isNotEmpty();
    }

    @Test
    void a_memory_that_no_engine_fits_into_is_refused() {
        assertThatThrownBy(() -> advise(workload("connections: 10\nrate: 10\nmemory: 10MiB\n")))
                .hasMessageContaining("no engine is predicted to fit into the memory. The nearest possible limit");
    }

    @Test
    void an_engine_that_cannot_run_is_not_recommended() {
        Advice advice = Advisor.advise(ECHO, SomeCosts.exact(), Set.of("epoll", "uring"));
        assertThat(advice.groups().stream().flatMap(List::stream).map(Prediction::name))
                .doesNotContain("epoll", "uring")
                .contains("selector");
    }

    @Test
    void the_same_question_has_the_same_answer() {
        assertThat(anew(ECHO)).usingRecursiveComparison().isEqualTo(advise(ECHO));
    }

    @Test
    void absent_text_has_defaults() {
        DescribedWorkload least = new WorkloadText(
                        Optional.of("10"),
                        Optional.of("5"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .workload(8);
        assertThat(least.bytes()).isEqualTo(64);
        assertThat(least.cores()).isEqualTo(8);
        assertThat(least.blocks()).isFalse();
    }
}
