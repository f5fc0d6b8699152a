package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.InstrumentOptions;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.load.plan.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates the experiment of a cell and its subjects: the record of everything that determines the measurement. */
public final class Experiments {
    private Experiments() {}

    /**
     * Creates the record of an experiment.
     *
     * @param study the name of the study
     * @param summary of the workload, in one line
     * @param condition the load, job or idle connections of the subjects
     * @param subjects the subjects to compare
     * @param baseline the label of one of them
     * @param design the extent of the measurement
     * @param machine the machine and software
     * @param setup how children are started; its seed becomes the experiment's
     */
    public static Experiment of(
            String study,
            String summary,
            Condition condition,
            List<Subject> subjects,
            String baseline,
            Design design,
            Machine machine,
            ChildSetup setup) {
        List<Arm> arms = new ArrayList<>();
        subjects.forEach(subject -> arms.add(arm(subject.label(), subject, condition, setup)));
        if (design.sentinel()) {
            subjects.stream()
                    .filter(subject -> subject.label().equals(baseline))
                    .forEach(
                            subject -> arms.add(arm(baseline + Experiment.SENTINEL_SUFFIX, subject, condition, setup)));
        }
        Written written = switch (condition) {
            case Cell cell ->
                new Written(
                        cell.protocol(),
                        cell.server(),
                        cell.arrivals() instanceof Arrivals.Closed ? "closed" : Experiment.OPEN,
                        load(cell));
            case JobCell cell ->
                new Written(
                        cell.instrument().map(InstrumentOptions::protocol).orElse("none"),
                        cell.instrument().map(InstrumentOptions::options).orElse(Map.of()),
                        Experiment.JOB,
                        cell.written());
            case MemoryCell cell ->
                new Written(cell.largest().protocol(), cell.largest().server(), Experiment.MEMORY, memory(cell));
        };
        Experiment usual = new Experiment(
                Experiment.FORMAT,
                study,
                condition.workload(),
                summary,
                condition.parameters(),
                written.protocol,
                written.options,
                written.loop,
                written.load,
                arms,
                baseline,
                design,
                machine,
                setup.seed());
        return usual.placed(setup.pinning().placement().orElse(null));
    }

    private static Arm arm(String label, Subject subject, Condition condition, ChildSetup setup) {
        return new Arm(
                label,
                SubjectProcess.command(subject, condition, setup),
                subject.bound().orElse(null));
    }

    /** The part of an experiment whose form depends on the kind of condition. */
    private record Written(String protocol, Map<String, String> options, String loop, JsonNode load) {}

    private static ObjectNode load(Cell cell) {
        ObjectNode plan = cell.plan("localhost", 1, 0).toTree();
        ObjectNode load = JsonMapper.shared().createObjectNode();
        for (String key : List.of("arrivals", "script", "background", "timeout")) {
            if (plan.has(key)) {
                load.set(key, plan.get(key));
            }
        }
        cell.instrument().ifPresent(instrument -> {
            ObjectNode options = load.putObject(instrument.name());
            instrument.options().forEach(options::put);
        });
        return load;
    }

    private static ObjectNode memory(MemoryCell cell) {
        ObjectNode memory = JsonMapper.shared().createObjectNode();
        memory.put("quietFor", cell.quietFor().toString());
        ArrayNode points = memory.putArray("points");
        cell.points().forEach(point -> points.add(load(point)));
        return memory;
    }
}
