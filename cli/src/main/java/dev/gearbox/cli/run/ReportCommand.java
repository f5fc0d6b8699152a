package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.report.Report;
import dev.gearbox.report.html.HtmlReport;
import dev.gearbox.report.json.JsonReport;
import dev.gearbox.report.text.MarkdownReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gearbox report}: derives everything again from the files of one or more experiments. Measures nothing. */
@Command(
        name = "report",
        description = {
            "Write tables, plots and verdicts of existing results as one HTML file that works offline.",
            "Everything is derived from the results again; the same results give the same file, byte for byte."
        },
        footer = {
            "",
            "Examples:",
            "gearbox report results",
            "gearbox report results/echo-server --markdown > summary.md"
        })
public final class ReportCommand implements Callable<Integer> {
    private final Console console;
    private final Studies studies;

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "Folder of results (default: results).")
    private Path folder = Path.of("results");

    @Option(names = "--html", paramLabel = "FILE", description = "HTML file to write (default: DIR/report.html).")
    private @Nullable Path html;

    @Option(names = "--markdown", description = "Print Markdown instead, for example for a pull request.")
    private boolean markdown;

    @Option(names = "--json", description = "Print JSON instead.")
    private boolean json;

    /** @param studies whose questions head the report */
    public ReportCommand(Console console, Studies studies) {
        this.console = console;
        this.studies = studies;
    }

    @Override
    public Integer call() {
        if (markdown && json) {
            throw new UsageException("--markdown and --json exclude each other. Give one");
        }
        Report report = ReportBuilder.of(studies, folder);
        if (markdown) {
            console.out().print(MarkdownReport.of(report));
        } else if (json) {
            console.out().println(JsonReport.of(report));
        } else {
            report.notes().forEach(note -> console.err().println("gearbox: " + note));
            console.out().println("Report: " + write(report, html == null ? folder.resolve("report.html") : html));
        }
        return 0;
    }

    /** Writes the HTML file and returns its path. */
    static Path write(Report report, Path file) {
        try {
            Files.writeString(file, HtmlReport.of(report));
            return file;
        } catch (IOException refused) {
            throw new UsageException(
                    "cannot write " + file + " (" + refused.getMessage() + "): name another file with --html", refused);
        }
    }
}
