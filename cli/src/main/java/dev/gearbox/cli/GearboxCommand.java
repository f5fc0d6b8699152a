package dev.gearbox.cli;

import dev.gearbox.cli.terminal.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code gearbox} itself: without a command it says which there are. */
@Command(
        name = "gearbox",
        description = "Which I/O model should your JVM program use? Measures every model on this machine.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        versionProvider = GearboxCommand.Version.class,
        footer = {"", "Begin with: gearbox run"})
@SuppressWarnings("UnusedVariable") // picocli and Complaints see for themselves which of these options were given
final class GearboxCommand implements Runnable {
    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--help", usageHelp = true, scope = ScopeType.INHERIT, description = "Say what there is, and end.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Print the version, and end.")
    private boolean version;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of whatever goes wrong.")
    private boolean verbose;

    GearboxCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        spec.commandLine().usage(console.out());
    }

    /** The version that the build gave the module, and the JDK under it. */
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
