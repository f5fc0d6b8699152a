package dev.gearbox.cli;

import dev.gearbox.cli.advise.AdviseCommand;
import dev.gearbox.cli.advise.CalibrateCommand;
import dev.gearbox.cli.check.CheckCommand;
import dev.gearbox.cli.check.CheckShiftCommand;
import dev.gearbox.cli.check.CheckSoakCommand;
import dev.gearbox.cli.claims.ClaimsCommand;
import dev.gearbox.cli.decisions.DecisionsCommand;
import dev.gearbox.cli.engines.EnginesCommand;
import dev.gearbox.cli.engines.ExternalsCommand;
import dev.gearbox.cli.files.CpCommand;
import dev.gearbox.cli.load.LoadCommand;
import dev.gearbox.cli.pages.IndexCommand;
import dev.gearbox.cli.pages.OriginCommand;
import dev.gearbox.cli.pages.SearchCommand;
import dev.gearbox.cli.run.CompareCommand;
import dev.gearbox.cli.run.HistoryCommand;
import dev.gearbox.cli.run.ReportCommand;
import dev.gearbox.cli.run.RunCommand;
import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.serve.ServeCommand;
import dev.gearbox.cli.serve.ServeGatewayCommand;
import dev.gearbox.cli.serve.ShiftCommand;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ErrorHandler;
import dev.gearbox.lab.Study;
import dev.gearbox.studies.echoserver.EchoServerStudy;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The entry point: one class for each command, and one place that turns failures into a line and an exit code. */
public final class Main {
    private Main() {}

    /** Runs the command that the arguments name, and exits. */
    public static void main(String[] words) {
        System.exit(run(Console.system(), words));
    }

    /** Runs the command that the arguments name, and returns its exit code. */
    public static int run(Console console, String... words) {
        return run(console, Studies.installed(), words);
    }

    /** Does the same with another study of servers. */
    public static int run(Console console, Supplier<Study> study, String... words) {
        return run(console, Studies.of(new EchoServerStudy(study)), words);
    }

    private static int run(Console console, Studies studies, String... words) {
        CommandLine line = line(console, studies);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(console.colour() ? Ansi.ON : Ansi.OFF));
        line.setUsageHelpWidth(Math.clamp(console.outColumns() == 0 ? 100 : console.outColumns(), 60, 120));
        ErrorHandler complaints = new ErrorHandler(console);
        line.setParameterExceptionHandler(complaints::badWords);
        line.setExecutionExceptionHandler(complaints::failed);
        return line.execute(words);
    }

    /** All commands. */
    public static CommandLine line(Console console, Studies studies) {
        return withHeadings(new CommandLine(new GearboxCommand(console))
                .addSubcommand(new RunCommand(console, studies))
                .addSubcommand(new ClaimsCommand(console, studies))
                .addSubcommand(new CompareCommand(console, studies))
                .addSubcommand(new ReportCommand(console, studies))
                .addSubcommand(new DecisionsCommand(console))
                .addSubcommand(new HistoryCommand(console))
                .addSubcommand(new CommandLine(new CheckCommand(console))
                        .addSubcommand(new CheckShiftCommand(console))
                        .addSubcommand(new CheckSoakCommand(console)))
                .addSubcommand(new AdviseCommand(console, studies))
                .addSubcommand(new CalibrateCommand(console))
                .addSubcommand(new EnginesCommand(console))
                .addSubcommand(new ExternalsCommand(console))
                .addSubcommand(new CommandLine(new ServeCommand(console))
                        .addSubcommand(new ServeGatewayCommand(console, studies)))
                .addSubcommand(new ShiftCommand(console))
                .addSubcommand(new LoadCommand(console))
                .addSubcommand(new OriginCommand(console))
                .addSubcommand(new IndexCommand(console))
                .addSubcommand(new SearchCommand(console))
                .addSubcommand(new CpCommand(console)));
    }

    private static CommandLine withHeadings(CommandLine command) {
        command.getCommandSpec()
                .usageMessage()
                .descriptionHeading("%n")
                .parameterListHeading("%nParameters:%n")
                .optionListHeading("%nOptions:%n")
                .commandListHeading("%nCommands:%n");
        command.getSubcommands().values().forEach(Main::withHeadings);
        return command;
    }
}
