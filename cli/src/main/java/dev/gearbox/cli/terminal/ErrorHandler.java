package dev.gearbox.cli.terminal;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.calibration.CalibrationException;
import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.NearestName;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.files.tree.CopyException;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.studies.pageindexer.index.IndexerException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Turns each error into one line (what, why, what to do) and an exit code. The stack trace is added with {@code --verbose}, or for defects of Gearbox. */
public final class ErrorHandler {
    private static final List<Class<? extends RuntimeException>> FOR_THE_USER = List.of(
            UsageException.class,
            AdviseException.class,
            CalibrationException.class,
            BadSpecException.class,
            BadPlanException.class,
            LabException.class,
            EvidenceException.class,
            IndexerException.class,
            CopyException.class);

    private final Console console;

    public ErrorHandler(Console console) {
        this.console = console;
    }

    /** Handles arguments that the command does not accept. */
    public int badWords(CommandLine.ParameterException wrong, String[] words) {
        console.err().println("gearbox: " + say(wrong));
        if (Arrays.asList(words).contains("--verbose")) {
            wrong.printStackTrace(console.err());
        }
        return ExitCode.REFUSED;
    }

    /** Handles an exception that the command threw. */
    public int failed(Exception thrown, CommandLine line, CommandLine.ParseResult parsed) {
        if (thrown instanceof InterruptedException) {
            return ExitCode.INTERRUPTED;
        }
        if (FOR_THE_USER.stream().anyMatch(kind -> kind.isInstance(thrown))) {
            console.err().println("gearbox: " + thrown.getMessage());
            if (parsed.expandedArgs().contains("--verbose")) {
                thrown.printStackTrace(console.err());
            }
            return ExitCode.REFUSED;
        }
        console.err()
                .println("gearbox: this is a defect of Gearbox: " + thrown
                        + ". Please open an issue with the command and the output below.");
        console.err()
                .println("gearbox " + String.join(" ", parsed.expandedArgs()) + "   (JDK " + Runtime.version() + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version") + ")");
        thrown.printStackTrace(console.err());
        return ExitCode.DEFECT;
    }

    private static String say(CommandLine.ParameterException wrong) {
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        return switch (wrong) {
            case CommandLine.UnmatchedArgumentException unmatched -> unmatched(command, unmatched);
            case CommandLine.MissingParameterException missing -> missing(command, missing);
            case CommandLine.OverwrittenOptionException twice -> {
                ArgSpec option = twice.getOverwritten();
                yield (option instanceof OptionSpec given ? given.longestName() : option.paramLabel())
                        + " is given more than once. Give it only once";
            }
            default ->
                String.valueOf(wrong.getMessage()).lines().findFirst().orElse("the command cannot be read") + ". "
                        + help(command);
        };
    }

    private static String unmatched(CommandSpec command, CommandLine.UnmatchedArgumentException unmatched) {
        String word = unmatched.getUnmatched().getFirst();
        if (word.startsWith("-") && word.length() > 1) {
            String name = word.split("=", 2)[0];
            List<String> names = command.options().stream()
                    .filter(option -> !option.hidden())
                    .map(OptionSpec::longestName)
                    .sorted()
                    .toList();
            return command.name() + " has no option \"" + name + "\"." + NearestName.question(name, names) + " It has: "
                    + String.join(", ", names);
        }
        List<String> commands = command.subcommands().keySet().stream().toList();
        if (commands.isEmpty()) {
            return command.name() + " does not take \"" + word + "\". " + help(command);
        }
        return NearestName.none("command", word, commands);
    }

    private static String missing(CommandSpec command, CommandLine.MissingParameterException missing) {
        String needed = missing.getMissing().stream()
                .map(arg -> arg instanceof OptionSpec option
                        ? option.longestName() + " " + option.paramLabel()
                        : arg.paramLabel())
                .collect(Collectors.joining(" and "));
        return command.name() + " needs " + needed + ". " + help(command);
    }

    private static String help(CommandSpec command) {
        return "For help: " + command.qualifiedName() + " --help";
    }
}
