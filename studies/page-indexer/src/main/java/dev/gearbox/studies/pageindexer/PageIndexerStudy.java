package dev.gearbox.studies.pageindexer;

import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.PublishedFile;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.pageindexer.job.AsyncThreadsMain;
import dev.gearbox.studies.pageindexer.job.PageRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The service by which the program finds the study. It defines its own clients. */
public final class PageIndexerStudy implements StudyProvider {
    /** Creates the provider; called by the service loader. */
    public PageIndexerStudy() {}

    @Override
    public String name() {
        return "page-indexer";
    }

    @Override
    public Study study() {
        return PageIndexer.study();
    }

    @Override
    public Subject subject(Condition cell, Claim.Contender contender) {
        return PageIndexer.subject(contender);
    }

    @Override
    public Optional<String> absence(String label) {
        return PageIndexer.absence(label);
    }

    @Override
    public Optional<List<Subject>> subjects(Condition cell, List<String> specs, Optional<String> offload) {
        return Optional.of(PageIndexer.subjects(specs, offload));
    }

    @Override
    public Map<String, JvmLaunch> instruments() {
        return PageIndexer.instruments();
    }

    @Override
    public Map<Claim.Measure.Kind, JvmLaunch> apart() {
        JvmLaunch threads =
                new JvmLaunch.InModule("dev.gearbox.studies.pageindexer.subjects", AsyncThreadsMain.class.getName());
        return Stream.of(
                        Claim.Measure.Kind.READ_HANDED_OVER,
                        Claim.Measure.Kind.NESTED_READ_HANDED_OVER,
                        Claim.Measure.Kind.READ_PENDING)
                .collect(Collectors.toMap(kind -> kind, _ -> threads));
    }

    @Override
    public List<String> absent(Condition cell) {
        return PageIndexer.absent();
    }

    @Override
    public Reach reach(Condition cell, Claim.Contender contender, Metric metric) {
        return cell instanceof JobCell job
                ? PageBounds.of(job, PageRow.of(contender.spec(), contender.offload()), metric)
                : StudyProvider.super.reach(cell, contender, metric);
    }

    @Override
    public List<PublishedTable> published(boolean quick) {
        return PublishedFile.read(name -> PageIndexerStudy.class.getResourceAsStream(name), this, quick);
    }
}
