package dev.gearbox.studies.echoserver;

import dev.gearbox.core.Engines;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyFile;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.external.Externals;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.echoserver.subjects.EchoProtocols;
import dev.gearbox.studies.echoserver.subjects.EchoSubjectMain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The study: which server model serves many TCP connections? Its workloads are files next to this class; its subjects are engines, each in a JVM with
 * {@link EchoSubjectMain}.
 */
public final class EchoServer {
    /** The protocols of the workloads; a user who names a command for a workload asserts that it supports them. */
    private static final Set<String> PROTOCOLS =
            Set.of("echo", "once", "frames", "busy", "direct", "mixed", "slow", "impatient", "page", "work");

    private static final Set<String> ABILITIES = Set.of(
            "echo",
            "once",
            "frames",
            "busy",
            "direct",
            "mixed",
            "slow",
            "impatient",
            "page",
            "work",
            "offload",
            "accept-queue",
            "room");

    private static final String OFFLOAD = " + offload(";

    private EchoServer() {}

    /** Returns the study with all its workloads, decoded and validated. */
    public static Study study() {
        return file().study(EchoClaims::new);
    }

    private static StudyFile file() {
        return StudyFile.read(name -> EchoServer.class.getResourceAsStream(name));
    }

    /** Returns the external servers that come with the study. */
    public static Externals externals() {
        return new Externals(file().externals(), PROTOCOLS);
    }

    /**
     * Returns a subject by its spec: an engine, or an external server ({@code external:...}).
     *
     * @param spec such as {@code reactors?threads=2} or {@code external:c-epoll}
     * @param offload worker threads of an engine; not for external servers
     * @throws dev.gearbox.core.BadSpecException if there is no such engine or parameter
     * @throws LabException if there is no such external server, or it cannot run here
     */
    public static Subject subject(String spec, Optional<String> offload) {
        if (!Externals.asked(spec)) {
            return engine(spec, offload);
        }
        if (offload.isPresent()) {
            throw new LabException("offload is for engines; " + Externals.label(spec) + " runs as it is");
        }
        return externals().subject(spec);
    }

    /**
     * Returns an engine as a subject; its label is the spec in canonical form.
     *
     * @param spec such as {@code reactors?threads=2}
     * @throws dev.gearbox.core.BadSpecException if there is no such engine or parameter
     */
    public static Subject engine(String spec) {
        return engine(spec, Optional.empty());
    }

    /**
     * Returns an engine whose sessions run on worker threads, for any workload.
     *
     * @param spec such as {@code selector}
     * @param offload a number of workers or {@code elastic}; empty: on the engine's threads
     * @throws dev.gearbox.core.BadSpecException if there is no such engine or parameter, or the offload is invalid
     */
    public static Subject engine(String spec, Optional<String> offload) {
        String canonical = Engines.check(spec);
        String label = label(spec, offload);
        List<String> arguments = new ArrayList<>(List.of("--engine", canonical));
        offload.ifPresent(workers -> arguments.addAll(List.of("--offload", workers)));
        return new Subject(
                label,
                new JvmLaunch.InModule("dev.gearbox.studies.echoserver.subjects", EchoSubjectMain.class.getName()),
                arguments,
                List.of(),
                ABILITIES);
    }

    /**
     * Returns the label of an engine or an external server in results, whether or not it can run here.
     *
     * @throws dev.gearbox.core.BadSpecException as {@link #engine(String, Optional)}
     */
    static String label(String spec, Optional<String> offload) {
        if (Externals.asked(spec)) {
            return Externals.label(spec);
        }
        return Engines.canonical(spec)
                + offload.map(EchoProtocols::checkOffload)
                        .map(workers -> OFFLOAD + workers + ")")
                        .orElse("");
    }

    /**
     * Returns why an engine with that spec or label, or an external server, cannot run here; empty if it can.
     *
     * @throws dev.gearbox.core.BadSpecException if there is no such engine or parameter
     */
    public static Optional<String> absence(String label) {
        if (Externals.asked(label)) {
            return externals().absence(label);
        }
        int offload = label.indexOf(OFFLOAD);
        return Engines.absence(offload < 0 ? label : label.substring(0, offload));
    }

    /**
     * Returns the claims of the literature about these servers, decoded and validated: every engine, workload, axis and metric that a claim names exists,
     * and its axes select one cell.
     *
     * @throws dev.gearbox.evidence.EvidenceException with the file and the key, for example if an engine is not installed
     */
    public static List<Claim> claims() {
        return study().claims().get();
    }

    /**
     * Returns the subject of an arm of a claim.
     *
     * @param contender an arm of a claim from {@link #claims}
     */
    public static Subject subject(Claim.Contender contender) {
        return subject(contender.spec(), contender.offload());
    }
}
