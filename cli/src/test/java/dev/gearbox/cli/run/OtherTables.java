package dev.gearbox.cli.run;

import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A study with other published tables, which take less time.
 *
 * @param whole all the rest
 * @param tables the tables
 */
record OtherTables(StudyProvider whole, List<PublishedTable> tables) implements StudyProvider {
    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public Study study() {
        return whole.study();
    }

    @Override
    public Subject subject(Condition cell, Claim.Contender contender) {
        return whole.subject(cell, contender);
    }

    @Override
    public Optional<String> absence(String label) {
        return whole.absence(label);
    }

    @Override
    public Map<String, JvmLaunch> instruments() {
        return whole.instruments();
    }

    @Override
    public Fixture fixture(JobCell cell) throws InterruptedException {
        return whole.fixture(cell);
    }

    @Override
    public List<PublishedTable> published(boolean quick) {
        return tables;
    }
}
