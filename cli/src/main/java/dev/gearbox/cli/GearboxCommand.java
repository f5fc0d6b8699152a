package dev.gearbox.cli;

import dev.gearbox.cli.terminal.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code gearbox} itself: without a command it prints the list of commands. */
@Command(
        name = "gearbox",
        description = "Runs the same network code on every I/O model of the JVM, and measures the difference.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = GearboxCommand.Version.class,
        footer = {"", "Start with: gearbox run", "For the options of a command: gearbox COMMAND --help"})
@SuppressWarnings("UnusedVariable") // picocli and ErrorHandler read the options that were given
final class GearboxCommand implements Runnable {
    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--help",
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help message and exit.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Print version information and exit.")
    private boolean version;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print the stack trace of an error.")
    private boolean verbose;

    GearboxCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        spec.commandLine().usage(console.out());
    }

    /** The version of the module, as set by the build, and that of the JDK. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            var descriptor = GearboxCommand.class.getModule().getDescriptor();
            String built =
                    descriptor == null ? "unpackaged" : descriptor.rawVersion().orElse("unpackaged");
            return new String[] {"gearbox " + built + ", JDK " + Runtime.version()};
        }
    }
}
