package dev.gearbox.studies.pageindexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.workload.Length;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The floors and ceilings are those that one computes by hand. */
class PageBoundsTest {
    private static final PageIndexerStudy STUDY = new PageIndexerStudy();

    private static Reach reach(String workload, String axes, String spec, Metric metric) {
        Map<String, List<String>> values = Stream.of(axes.split(" ", -1))
                .map(axis -> axis.split("=", 2))
                .collect(Collectors.toMap(axis -> axis[0], axis -> List.of(axis[1])));
        return STUDY.reach(
                STUDY.study().workload(workload).cells(Length.FULL, values).getFirst(),
                new Claim.Contender(spec, Optional.empty(), spec),
                metric);
    }

    @ParameterizedTest
    @CsvSource({
        "pages, size=1KiB work=none, pool?threads=1, 300.0",
        "pages, size=1KiB work=none, pool?threads=64, 4.8",
        "pages, size=1KiB work=none, selector, 0.3",
        "link, size=50KiB work=none, pool?threads=64, 4.866",
        "link, size=50KiB work=none, threads, 4.096",
        "link, size=500KiB work=none, pool?threads=64, 40.96",
        "equal-flight, size=50KiB, pool?threads=64, 4.866",
        "equal-flight, size=50KiB, selector, 4.866",
        "equal-flight, size=500KiB, selector, 4.096",
        "contended, work=arithmetic?shared=random, async?threads=1, 5.0",
        "pages, size=1KiB work=arithmetic, async?threads=1, 5.0",
        "pages, size=1KiB work=arithmetic, selector, 5.0",
    })
    void a_fetch_takes_as_long_as_its_rounds_its_bytes_or_its_work(
            String workload, String axes, String spec, double seconds) {
        assertThat(reach(workload, axes, spec, Metric.ELAPSED).least())
                .isCloseTo(1e3 * seconds, within(1.0 + 0.002 * 1e3 * seconds));
    }

    @Test
    void what_the_link_cannot_carry_in_time_is_lost_if_all_is_fetched_at_once() {
        assertThat(reach("patience", "patience=30s", "threads", Metric.COMPLETED)
                        .most())
                .isCloseTo(100 * 29.95 / 40.96, within(0.1));
        assertThat(reach("patience", "patience=60s", "threads", Metric.COMPLETED)
                        .most())
                .isEqualTo(100);
        assertThat(reach("patience", "patience=30s", "pool?threads=64", Metric.COMPLETED)
                        .most())
                .isEqualTo(100);
    }

    @Test
    void the_work_of_a_page_has_a_floor_and_its_processor_time_none() {
        assertThat(reach("pages", "size=1KiB work=arithmetic", "pool?threads=16", Metric.WORK)
                        .least())
                .isEqualTo(5);
        assertThat(reach("pages", "size=1KiB work=none", "selector", Metric.CPU))
                .isEqualTo(Reach.ANY);
    }
}
