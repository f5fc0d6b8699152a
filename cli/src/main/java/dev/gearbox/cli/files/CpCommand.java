package dev.gearbox.cli.files;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.files.PageCache;
import dev.gearbox.files.tree.CopyOptions;
import dev.gearbox.files.tree.CopyResult;
import dev.gearbox.files.tree.TreeCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gearbox cp}: copies files and trees, each file by the most suitable method. */
@Command(
        name = "cp",
        description = {
            "Copy files and trees like cp -a: with owners, permissions, times, links, hard links and holes.",
            "A stopped copy leaves only complete files, and the same command resumes it: files that exist with the same",
            "length and time are not copied again. --verbose also prints how each file was copied, and why."
        },
        footer = {"", "Examples:", "gearbox cp results backup", "gearbox cp --verify guava-javadoc.jar copy.jar"})
public final class CpCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "2..*",
            paramLabel = "SOURCE... TARGET",
            description = "Files and folders to copy, and the target.")
    private List<Path> paths = List.of();

    @Option(names = "--verify", description = "Read each copy back from the disk and compare it with its source.")
    private boolean verify;

    @Option(names = "--sync", description = "Sync each copy to the disk before renaming it to its final name.")
    private boolean sync;

    @Option(names = "--again", description = "Copy files even if they exist with the same length and time.")
    private boolean again;

    @Option(names = "--skip-special", description = "Skip devices, pipes and sockets instead of refusing to copy.")
    private boolean skipSpecial;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of files to copy concurrently (default: one per processor, at most 4).")
    private @Nullable String threads;

    public CpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        PageCache.absence().ifPresent(why -> {
            throw new UsageException("cp needs system calls that are not available here: " + why);
        });
        CopyOptions options = new CopyOptions(
                again,
                verify,
                sync,
                skipSpecial,
                threads == null
                        ? CopyOptions.DEFAULT.threads()
                        : (int) OptionValues.integer("--threads", threads, 1, 256));
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            CopyProgress progress = new CopyProgress(console, bar, verbose());
            CopyResult result;
            try {
                result = progress.during(
                        () -> TreeCopy.run(paths.subList(0, paths.size() - 1), paths.getLast(), options, progress));
            } catch (InterruptedException stopped) {
                bar.clear();
                console.err().println("Stopped. All copied files are complete; run the same command again to resume.");
                throw stopped;
            }
            bar.clear();
            return told(result, progress);
        }
    }

    private boolean verbose() {
        return spec.commandLine().getParseResult().hasMatchedOption("--verbose");
    }

    private int told(CopyResult result, CopyProgress progress) {
        result.failures().forEach(failure -> console.err().println("gearbox: " + failure));
        console.out()
                .println(NumberText.count(result.copied()) + (result.copied() == 1 ? " file" : " files") + " copied, "
                        + NumberText.count(result.kept()) + " kept; " + NumberText.bytes(result.bytes()) + " in "
                        + NumberText.count(result.folders()) + (result.folders() == 1 ? " folder" : " folders") + ", "
                        + progress.took());
        if (result.failures().isEmpty()) {
            return 0;
        }
        long untried = result.missing() - result.failures().size();
        console.err()
                .println("gearbox: "
                        + NumberText.count(
                                Math.max(result.missing(), result.failures().size())) + " not copied"
                        + (untried > 0 ? ", " + NumberText.count(untried) + " of them not tried" : "")
                        + ", for the reasons above. Run the same command again to resume");
        return ExitCode.REFUSED;
    }
}
