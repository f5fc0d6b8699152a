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
 * Gives {@link Ownership} to Lincheck: {@code OwnershipMain SCENARIO...}. In a virtual machine of its own, since Lincheck rewrites the classes that
 * it watches, and so that those can be a mutant's. A line for each, as {@link ContractMain} prints them; behind one that failed, the interleaving.
 */
public final class OwnershipMain {
    private static final int INTERLEAVINGS = 200;

    /** What happens first, and what the threads then do. */
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

    /** Runs; see the class. */
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
            // An interleaving failed, and to show it step by step Lincheck ran it again: identity hashes took another
            // way then.
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
