package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.report.Report;
import dev.gearbox.report.html.HtmlReport;
import dev.gearbox.report.json.JsonReport;
import dev.gearbox.report.text.FindingsPage;
import dev.gearbox.report.text.MarkdownReport;
import dev.gearbox.report.text.MarkedPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
            "gearbox report results/echo-server --markdown > summary.md",
            "gearbox report results/echo-server --into findings.md",
            "",
            "With --into a page keeps what is written by hand, and what is between these two lines is made again:",
            MarkedPart.BEGIN,
            MarkedPart.END
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

    @Option(
            names = "--into",
            paramLabel = "FILE",
            description = "Put answer, verdicts and tables into this page, between its marks (see below).")
    private @Nullable Path into;

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
        if (into != null && (markdown || json || html != null)) {
            throw new UsageException(
                    "--into writes Markdown into a page, and takes no other form. Leave the others out");
        }
        Report report = ReportBuilder.of(studies, folder);
        if (into != null) {
            put(FindingsPage.of(report), into);
            console.out().println("Page: " + into);
        } else if (markdown) {
            console.out().print(MarkdownReport.of(report));
        } else if (json) {
            console.out().println(JsonReport.of(report));
        } else {
            report.notes().forEach(note -> console.err().println("gearbox: " + note));
            console.out().println("Report: " + write(report, html == null ? folder.resolve("report.html") : html));
        }
        return 0;
    }

    /** The page is replaced as a whole: what is written by hand is not lost if the disk is full. */
    private static void put(String made, Path page) {
        Path fresh = page.resolveSibling(page.getFileName() + ".new");
        try {
            String whole = MarkedPart.replaced(Files.readString(page), made)
                    .orElseThrow(() -> new UsageException("--into " + page + ": the page does not have the lines \""
                            + MarkedPart.BEGIN + "\" and \"" + MarkedPart.END
                            + "\" once. Add them where the results belong"));
            try {
                Files.writeString(fresh, whole);
                Files.move(fresh, page, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (NoSuchFileException missing) {
            throw new UsageException("--into " + page + ": there is no such page. Name a Markdown page", missing);
        } catch (IOException refused) {
            throw new UsageException(
                    "--into " + page + ": cannot read or write it (" + refused.getMessage() + "). Name a Markdown page",
                    refused);
        }
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
