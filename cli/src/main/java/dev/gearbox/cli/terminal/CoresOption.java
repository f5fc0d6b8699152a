package dev.gearbox.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code --cores}: a placement, which is one word ({@code shared}) or several ({@code subject=0,1 load=2}). */
public final class CoresOption {
    @Option(
            names = "--cores",
            paramLabel = "PLACEMENT",
            parameterConsumer = PlacementConsumer.class,
            description = {
                "Cores of the processes: shared (all on all cores), or cores for subject and load, for example subject=0,1 load=2"
                        + " (default: subject=0 load=1). An origin is on the cores of the load, unless origin=3 is given."
            })
    private List<String> placements = new ArrayList<>();

    /** Takes the words that belong to one placement. */
    static final class PlacementConsumer implements CommandLine.IParameterConsumer {
        // The interface requires java.util.Stack.
        @Override
        @SuppressWarnings("JdkObsolete")
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            if (words.isEmpty()) {
                throw new CommandLine.MissingParameterException(
                        command.commandLine(), option, "--cores needs a placement");
            }
            StringBuilder placement = new StringBuilder(words.pop());
            while (!words.isEmpty() && words.peek().matches("(subject|load|origin)=.*")) {
                placement.append(' ').append(words.pop());
            }
            List<String> placements = new ArrayList<>(option.<List<String>>getValue());
            placements.add(placement.toString());
            option.setValue(placements);
        }
    }

    /** Returns all that were given, in their order. */
    public List<String> all() {
        return List.copyOf(placements);
    }

    /** Returns whether one was given. */
    public boolean given() {
        return !placements.isEmpty();
    }

    /**
     * Returns the only one.
     *
     * @throws UsageException if there are several
     */
    public String only() {
        if (placements.size() > 1) {
            throw new UsageException("--cores is given more than once. Give it only once");
        }
        return placements.getFirst();
    }
}
