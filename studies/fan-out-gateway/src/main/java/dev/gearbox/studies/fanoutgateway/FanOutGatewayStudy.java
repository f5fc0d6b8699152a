package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.PublishedFile;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyFile;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.studies.fanoutgateway.services.ServicesMain;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The service by which the program finds the study. Its subjects are gateways, which call the {@code services} beside them. */
public final class FanOutGatewayStudy implements StudyProvider {
    /** Creates the provider; called by the service loader. */
    public FanOutGatewayStudy() {}

    @Override
    public String name() {
        return "fan-out-gateway";
    }

    @Override
    public Study study() {
        return StudyFile.read(FanOutGatewayStudy::file).study(Known::new);
    }

    private static @Nullable InputStream file(String name) {
        InputStream in = FanOutGatewayStudy.class.getResourceAsStream(name);
        return in != null && name.equals(ShapedWorkload.BUILT_IN) ? ShapedWorkload.builtIn(in) : in;
    }

    @Override
    public Subject subject(Condition cell, Claim.Contender contender) {
        return GatewayRows.in(cell, contender.spec());
    }

    @Override
    public Optional<String> absence(String label) {
        GatewayRows.of(label);
        return Optional.empty();
    }

    @Override
    public Optional<List<Subject>> subjects(Condition cell, List<String> specs, Optional<String> offload) {
        return Optional.of((specs.isEmpty() ? GatewayRows.labels(cell) : specs)
                .stream().map(label -> GatewayRows.in(cell, label)).toList());
    }

    @Override
    public Optional<Workload> over(String file, String services) {
        return Optional.of(ShapedWorkload.of(file, services));
    }

    @Override
    public Map<String, JvmLaunch> instruments() {
        return Map.of(
                "services",
                new JvmLaunch.InModule("dev.gearbox.studies.fanoutgateway.services", ServicesMain.class.getName()));
    }

    @Override
    public List<PublishedTable> published(boolean quick) {
        return PublishedFile.read(FanOutGatewayStudy::file, this, quick);
    }

    @Override
    public List<StudySection> sections(List<Findings> results) {
        return PoolSizes.sections(results);
    }

    /** The rows and cells of this study that claims may refer to. */
    private record Known(Study study) implements Claim.KnownNames {
        @Override
        public String label(String spec, Optional<String> offload) {
            return GatewayRows.of(spec).label();
        }

        @Override
        public void check(Claim.CellRef cell) {
            study.requireOne(cell);
        }
    }
}
