package dev.gearbox.studies.fanoutgateway.gateway;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far the calls of one request are, for styles that begin a call when they receive the last answer that it waits for. Belongs to one thread, handler
 * or actor at a time.
 */
public final class Progress {
    private final List<Composition.Step> calls;
    private final byte[][] answers;
    private int missing;

    /** Begins a request about a user. */
    public Progress(Composition composition, int user) {
        calls = composition.calls(user);
        answers = new byte[calls.size()][];
        missing = answers.length;
    }

    /** Returns the calls that wait for none, as indices. */
    public List<Integer> first() {
        return IntStream.range(0, answers.length)
                .filter(call -> calls.get(call).after().isEmpty())
                .boxed()
                .toList();
    }

    /** Returns what to ask for in a call, all of whose answers are there. */
    public String target(int call) {
        Composition.Step step = calls.get(call);
        return step.target(step.after().stream().map(before -> answers[before]).toList());
    }

    /**
     * Takes the answer of a call.
     *
     * @return the calls that waited for it, and now wait for none
     */
    public List<Integer> answered(int call, byte[] answer) {
        answers[call] = answer;
        missing--;
        List<Integer> ready = new ArrayList<>();
        for (int next = call + 1; next < answers.length; next++) {
            List<Integer> after = calls.get(next).after();
            if (after.contains(call) && after.stream().allMatch(before -> answers[before] != null)) {
                ready.add(next);
            }
        }
        return ready;
    }

    /**
     * Takes the answers of calls that were made together.
     *
     * @return the calls that now wait for none: the next level
     */
    public List<Integer> answered(List<Integer> together, List<byte[]> theirs) {
        List<Integer> ready = new ArrayList<>();
        for (int i = 0; i < together.size(); i++) {
            ready.addAll(answered(together.get(i), theirs.get(i)));
        }
        return ready;
    }

    /** Whether all answers are there. */
    public boolean complete() {
        return missing == 0;
    }

    /** Returns all answers, in the order of the calls. */
    public List<byte[]> answers() {
        return Arrays.asList(answers);
    }
}
