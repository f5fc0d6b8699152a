package dev.gearbox.lab;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.load.Arrivals;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A cell and its subjects as an experiment: everything written down that decides what is measured. */
public final class Experiments {
    private Experiments() {}

    /**
     * Writes an experiment down.
     *
     * @param study the question's name
     * @param summary of the workload, in a line
     * @param cell what users do
     * @param subjects what is compared
     * @param baseline the label of one of them
     * @param design how much is measured
     * @param environment where
     * @param setup how children are started; its seed becomes the experiment's
     */
    public static Experiment of(
            String study,
            String summary,
            Cell cell,
            List<Subject> subjects,
            String baseline,
            Design design,
            Environment environment,
            Setup setup) {
        List<Arm> arms = new ArrayList<>();
        subjects.forEach(subject -> arms.add(new Arm(subject.label(), SubjectProcess.command(subject, cell, setup))));
        if (design.sentinel()) {
            subjects.stream()
                    .filter(subject -> subject.label().equals(baseline))
                    .forEach(subject -> arms.add(new Arm(
                            baseline + Experiment.SENTINEL_SUFFIX, SubjectProcess.command(subject, cell, setup))));
        }
        return new Experiment(
                Experiment.FORMAT,
                study,
                cell.workload(),
                summary,
                cell.parameters(),
                cell.protocol(),
                cell.server(),
                cell.arrivals() instanceof Arrivals.Closed ? "closed" : "open",
                load(cell),
                arms,
                baseline,
                design,
                machine(environment),
                setup.seed());
    }

    private static ObjectNode load(Cell cell) {
        ObjectNode plan = cell.plan("localhost", 1, 0).toTree();
        ObjectNode load = JsonMapper.shared().createObjectNode();
        for (String key : List.of("arrivals", "script", "background", "timeout")) {
            if (plan.has(key)) {
                load.set(key, plan.get(key));
            }
        }
        return load;
    }

    /** Where this is, without what changes from minute to minute. */
    public static Machine machine(Environment environment) {
        return new Machine(
                environment.cores(),
                environment.cpu(),
                environment.memoryMiB(),
                environment.os(),
                environment.kernel(),
                environment.jdk(),
                environment.congestionControl(),
                environment.descriptorLimit(),
                environment.version(),
                environment.commit(),
                environment.pinning(),
                environment.serverFlags(),
                environment.generatorFlags());
    }
}
