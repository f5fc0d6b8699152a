package dev.gearbox.studies.echoserver;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.PublishedFile;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.echoserver.subjects.AcceptTimesMain;
import dev.gearbox.studies.echoserver.subjects.ColdAcceptsMain;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The service by which the program finds the study. Its servers are the engines. */
public final class EchoServerStudy implements StudyProvider {
    private final Supplier<String> name;
    private final Supplier<Study> study;

    /** Creates the provider; called by the service loader. */
    public EchoServerStudy() {
        name = () -> "echo-server";
        study = EchoServer::study;
    }

    /** Creates another study of the same servers, decoded lazily. */
    public EchoServerStudy(Supplier<Study> other) {
        name = () -> other.get().name();
        study = other;
    }

    @Override
    public String name() {
        return name.get();
    }

    @Override
    public Study study() {
        return study.get();
    }

    @Override
    public Subject subject(Condition cell, Claim.Contender contender) {
        return EchoServer.subject(contender);
    }

    @Override
    public Optional<String> absence(String label) {
        return EchoServer.absence(label);
    }

    @Override
    public Optional<ArmBound> bound(Condition cell, Claim.Contender contender) {
        return cell instanceof Cell load ? EchoBounds.of(load, contender) : Optional.empty();
    }

    @Override
    public Reach reach(Condition cell, Claim.Contender contender, Metric metric) {
        Reach pools = StudyProvider.super.reach(cell, contender, metric);
        return cell instanceof Cell load ? pools.and(EchoBounds.users(load, bound(cell, contender), metric)) : pools;
    }

    @Override
    public Map<Claim.Measure.Kind, JvmLaunch> apart() {
        JvmLaunch accepts = program(AcceptTimesMain.class);
        Map<Claim.Measure.Kind, JvmLaunch> programs = new EnumMap<>(Claim.Measure.Kind.class);
        List.of(
                        Claim.Measure.Kind.ACCEPT_WAITING,
                        Claim.Measure.Kind.ACCEPT_WAITING_250US,
                        Claim.Measure.Kind.ACCEPT_WAITING_4MS,
                        Claim.Measure.Kind.ACCEPT_BURST,
                        Claim.Measure.Kind.ACCEPT_READY)
                .forEach(kind -> programs.put(kind, accepts));
        programs.put(Claim.Measure.Kind.ACCEPT_COLD, program(ColdAcceptsMain.class));
        return Map.copyOf(programs);
    }

    private static JvmLaunch program(Class<?> main) {
        return new JvmLaunch.InModule("dev.gearbox.studies.echoserver.subjects", main.getName());
    }

    @Override
    public List<PublishedTable> published(boolean quick) {
        return PublishedFile.read(name -> EchoServerStudy.class.getResourceAsStream(name), this, quick);
    }
}
