package dev.gearbox.cli;

import dev.gearbox.evidence.Claim;
import dev.gearbox.evidence.Claim.Measure.Kind;
import dev.gearbox.evidence.Figure;
import dev.gearbox.lab.IdleCost;
import dev.gearbox.lab.IdleMemory;
import dev.gearbox.lab.IdleRun;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Setup;
import dev.gearbox.lab.Study;
import dev.gearbox.studies.echoserver.AcceptTimes;
import dev.gearbox.studies.echoserver.EchoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Figures that need no blocks: the memory of a quiet connection, the time of an accept. Kept in a file of their own
 * beside the experiments, and not measured again.
 */
final class Apart {
    private static final int FORKS = 3;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Console console;
    private final Path file;
    private final Study study;
    private final Setup setup;
    private final Map<Kind, Map<String, Figure>> figures = new EnumMap<>(Kind.class);

    Apart(Console console, Path out, Study study, Setup setup) {
        this.console = console;
        this.file = out.resolve(study.name()).resolve("apart.json");
        this.study = study;
        this.setup = setup;
        if (Files.exists(file)) {
            figures.putAll(read());
        }
    }

    /** The figure of an arm, if it was measured. */
    Optional<Figure> figure(Kind kind, String arm) {
        return Optional.ofNullable(figures.getOrDefault(kind, Map.of()).get(arm));
    }

    /** Measures what these claims need and is not there. */
    void measure(List<Claim> claims) throws InterruptedException {
        Set<Kind> due = EnumSet.noneOf(Kind.class);
        Set<String> quiet = new TreeSet<>();
        for (Claim claim : claims) {
            due.addAll(claim.apart());
            for (Claim.Part part : claim.parts()) {
                if (part.measure() instanceof Claim.Measure.Apart(Kind kind) && kind == Kind.IDLE_BYTES) {
                    quiet.add(part.left().arm().spec());
                    part.right().ifPresent(right -> quiet.add(right.arm().spec()));
                }
            }
        }
        if ((due.contains(Kind.ACCEPT_READY) && !figures.containsKey(Kind.ACCEPT_READY))
                || (due.contains(Kind.ACCEPT_WAITING) && !figures.containsKey(Kind.ACCEPT_WAITING))) {
            console.err().println("gearbox: timing accepts, about 20 s");
            figures.putAll(AcceptTimes.measure(FORKS + 2));
            write();
        }
        quiet.removeAll(figures.getOrDefault(Kind.IDLE_BYTES, Map.of()).keySet());
        for (String spec : quiet) {
            console.err().println("gearbox: measuring the memory of quiet connections of " + spec + ", about a minute");
            IdleCost cost = IdleRun.open(setup)
                    .run(study.workload("idle").cells(Length.QUICK, Map.of()), EchoServer.engine(spec), FORKS);
            cost.slope(IdleMemory.Kind.RESIDENT)
                    .ifPresent(slope -> figures.computeIfAbsent(Kind.IDLE_BYTES, _ -> new TreeMap<>())
                            .put(spec, new Figure(slope.bytes(), slope.low(), slope.high(), FORKS)));
            write();
        }
    }

    private Map<Kind, Map<String, Figure>> read() {
        try {
            return JSON.readValue(Files.readAllBytes(file), new TypeReference<Map<Kind, Map<String, Figure>>>() {});
        } catch (IOException | JacksonException damaged) {
            throw new Refusal(file + " cannot be read. Move it away, and it is measured again", damaged);
        }
    }

    private void write() {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(figures));
        } catch (IOException refused) {
            throw new Refusal("cannot write " + file + ": " + refused.getMessage(), refused);
        }
    }
}
