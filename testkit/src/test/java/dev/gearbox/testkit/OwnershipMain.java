package dev.gearbox.testkit;

import static java.util.Objects.requireNonNull;

import dev.gearbox.testkit.contract.ContractMain;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs {@link Ownership} under Lincheck: {@code OwnershipMain SCENARIO...}. In its own JVM, since Lincheck rewrites the classes that it observes, and
 * so that these can be a mutant's. Prints a line for each, as {@link ContractMain} does; after a failed one, the interleaving.
 */
public final class OwnershipMain {
    private static final int INTERLEAVINGS = 200;

    /** The operations before, and those of the threads. */
    private record Scenario(List<String> before, List<List<String>> threads) {}

    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    static {
        SCENARIOS.put(
                "tasks against a shift",
                new Scenario(
                        List.of("shiftToB"),
                        List.of(List.of("send", "send"), List.of("stepA", "stepA"), List.of("stepB"))));
        SCENARIOS.put(
                "a task against an arrival",
                new Scenario(List.of("shiftToB", "stepA"), List.of(List.of("send"), List.of("stepB", "stepA"))));
        SCENARIOS.put(
                "two shifts at once",
                new Scenario(List.of(), List.of(List.of("shiftToB"), List.of("shiftToB"), List.of("stepA", "stepB"))));
        SCENARIOS.put(
                "a shift against close",
                new Scenario(List.of(), List.of(List.of("shiftToB"), List.of("close"), List.of("stepA", "stepB"))));
        SCENARIOS.put(
                "a task against a shift that is declined",
                new Scenario(
                        List.of("fillB", "shiftToB"),
                        List.of(List.of("send"), List.of("stepA", "stepA"), List.of("stepB"))));
    }

    private OwnershipMain() {}

    public static List<String> scenarios() {
        return List.copyOf(SCENARIOS.keySet());
    }

    /** Runs the scenarios; see the class comment. */
    public static void main(String[] names) {
        boolean passed = true;
        for (String name : names) {
            String failure = failure(requireNonNull(SCENARIOS.get(name), name));
            System.out.println((failure.isEmpty() ? "PASS " : "FAIL ") + name + "\t");
            System.out.println(failure);
            passed &= failure.isEmpty();
        }
        Runtime.getRuntime().halt(passed ? 0 : 1);
    }

    private static String failure(Scenario scenario) {
        try {
            new ModelCheckingOptions()
                    .iterations(0)
                    .invocationsPerIteration(INTERLEAVINGS)
                    .minimizeFailedScenario(false)
                    .addCustomScenario(new ExecutionScenario(
                            actors(scenario.before()),
                            scenario.threads().stream()
                                    .map(OwnershipMain::actors)
                                    .toList(),
                            List.of(),
                            actor("isWhole")))
                    .check(Ownership.class);
            return "";
        } catch (LincheckAssertionError found) {
            return String.valueOf(found.getMessage());
        } catch (IllegalStateException unrepeated) {
            // An interleaving failed, and Lincheck ran it again to show it step by step: identity hashes differed in
            // the second run.
            String found = String.valueOf(unrepeated.getMessage());
            if (found.startsWith("Non-determinism found")) {
                return found;
            }
            throw unrepeated;
        }
    }

    private static List<Actor> actors(List<String> operations) {
        return operations.stream().map(OwnershipMain::actor).toList();
    }

    private static Actor actor(String operation) {
        return Arrays.stream(Ownership.class.getMethods())
                .filter(method -> method.getName().equals(operation))
                .map(method -> new Actor(method, List.of()))
                .findFirst()
                .orElseThrow();
    }
}
