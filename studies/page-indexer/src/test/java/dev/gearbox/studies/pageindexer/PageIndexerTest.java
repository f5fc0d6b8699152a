package dev.gearbox.studies.pageindexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.InstrumentOptions;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JobWorkload;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.job.PageRow;
import dev.gearbox.studies.pageindexer.work.PageWorks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The study's rows, jobs and claims are complete: all references exist, and no claim of the literature is missing. */
class PageIndexerTest {
    private static final Study STUDY = PageIndexer.study();

    @Test
    void everyClaimOfTheLiteratureIsThereOnce() {
        List<String> wanted = List.of(
                "pi-1", "pi-2", "pi-3", "pi-3a", "pi-4", "pi-5", "pi-6", "pi-6a", "pi-7", "pi-7a", "pi-8", "pi-9",
                "pi-9a", "pi-10", "pi-11", "pi-12", "pi-13", "rule-2", "rule-5");

        assertThat(STUDY.claims().get()).extracting(Claim::id).containsExactlyElementsOf(wanted);
    }

    @Test
    void whoeverTakesPartInAClaimIsASubject() {
        assertThat(STUDY.claims().get())
                .allSatisfy(claim -> claim.parts().stream()
                        .flatMap(part -> Stream.concat(Stream.of(part.left()), part.right().stream()))
                        .map(Claim.Side::arm)
                        .forEach(arm ->
                                assertThat(PageIndexer.subject(arm).label()).isEqualTo(arm.label())));
    }

    private static List<JobWorkload> jobs() {
        return STUDY.workloads().stream().map(JobWorkload.class::cast).toList();
    }

    @Test
    void theThreeDelaysAreFetchedWithAndWithoutWork() {
        List<JobCell> cells = ((JobWorkload) STUDY.workload("pages")).cells(Length.QUICK, Map.of());

        assertThat(cells).extracting(JobCell::units).containsExactly(1000L, 1000L, 1000L, 1000L, 100L, 100L);
        assertThat(cells)
                .extracting(cell -> cell.instrument().orElseThrow().options().get("delay"))
                .containsExactly("300ms", "300ms", "300ms", "300ms", "50ms", "50ms");
        assertThat(jobs())
                .filteredOn(job -> !job.named())
                .extracting(JobWorkload::name)
                .containsExactly("pages");
    }

    @Test
    void everyJobTellsWhatTheSubjectReads() {
        for (JobWorkload job : jobs()) {
            for (JobCell cell : job.cells(Length.FULL, Map.of())) {
                assertThat(cell.job().propertyNames())
                        .as(cell.label())
                        .contains("pages", "work", "timeout")
                        .isSubsetOf("pages", "at-once", "work", "timeout");
                assertThat(PageWorks.canonical(cell.job().required("work").asString()))
                        .startsWith(cell.job().required("work").asString());
                InstrumentOptions instrument = cell.instrument().orElseThrow();
                assertThat(instrument.options().get("pages")).isEqualTo(Long.toString(cell.units()));
                assertThat(new PageIndexerStudy().instruments()).containsKey(instrument.name());
            }
        }
    }

    @Test
    void everyEngineThatConnectsIsARow() {
        List<String> models = PageRow.all().stream()
                .map(row -> row.client().split("\\?", 2)[0])
                .distinct()
                .toList();

        assertThat(models)
                .contains(
                        "ideal",
                        "pool",
                        "threads",
                        "selector",
                        "async",
                        "reactors",
                        "virtual",
                        "epoll",
                        "uring",
                        "auto")
                .containsAll(
                        PageClients.cards().stream().map(card -> card.name()).toList());
        assertThat(PageRow.all()).extracting(PageRow::label).doesNotHaveDuplicates();
        assertThat(PageRow.all())
                .filteredOn(row -> row.client().equals("selector"))
                .hasSize(6);
    }

    @Test
    void aRowKnowsHowManyPagesItFetchesAtOnce() {
        assertThat(PageRow.of("pool?threads=64", Optional.empty()).atOnce()).isEqualTo(64);
        assertThat(PageRow.of("apache?threads=16", Optional.empty()).atOnce()).isEqualTo(16);
        assertThat(PageRow.of("threads", Optional.empty()).atOnce()).isZero();
        assertThat(PageRow.of("async?threads=2", Optional.empty()).atOnce()).isZero();
        assertThat(PageRow.of("ideal", Optional.empty()).atOnce()).isZero();
    }

    @Test
    void aLabelIsReadBack() {
        PageRow row = PageRow.of("selector", Optional.of("3"));

        assertThat(row.label()).isEqualTo("selector + offload(3)");
        assertThat(PageRow.labelled(row.label())).isEqualTo(row);
        assertThat(PageIndexer.absence(row.label())).isEmpty();
        Subject subject =
                PageIndexer.subjects(List.of("selector"), Optional.of("3")).getFirst();
        assertThat(subject.args()).containsExactly("--client", Engines.canonical("selector"), "--offload", "3");
    }

    @Test
    void aWrongNameIsNamed() {
        assertThatThrownBy(() -> PageIndexer.subjects(List.of("okhtp"), Optional.empty()))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("okhtp")
                .hasMessageContaining("okhttp");
        assertThatThrownBy(() -> PageIndexer.subjects(List.of("selector"), Optional.of("many")))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("offload is a number of workers from 1 to 999, not \"many\"");
        assertThatThrownBy(() -> PageIndexer.subjects(List.of("pool?treads=4"), Optional.empty()))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("treads");
    }
}
