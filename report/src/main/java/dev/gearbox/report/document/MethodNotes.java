package dev.gearbox.report.document;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.Spread;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Quality;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes how the figures were made, in plain words and with every number of the design. */
public final class MethodNotes {
    private MethodNotes() {}

    static List<Document.Term> of(Findings findings) {
        Experiment experiment = findings.experiment();
        Design design = experiment.design();
        Quality quality = findings.quality();
        boolean memory = experiment.loop().equals(Experiment.MEMORY);
        List<Document.Term> terms = new ArrayList<>();
        add(
                terms,
                "Load",
                experiment.summary() + " Protocol " + experiment.protocol() + "; server options: "
                        + Phrases.options(experiment.server()) + ".");
        add(
                terms,
                "Loop",
                switch (experiment.loop()) {
                    case Experiment.OPEN ->
                        "Open: requests arrive by a schedule, whether or not the server keeps up. Response time counts from when"
                                + " the request was due.";
                    case Experiment.JOB ->
                        "None: each arm does a job, once in each slice, while the others are idle. Times of units"
                                + " run from the beginning of the job.";
                    case Experiment.MEMORY ->
                        "None: all connections but a few are idle while memory is read, after the arm has collected its"
                                + " garbage.";
                    default ->
                        "Closed: each user waits for the answer before the next request, so a slow server is asked less. Times"
                                + " are service times under back-pressure.";
                });
        add(
                terms,
                "Forks",
                "At most " + Numbers.count(design.forks(), "fork") + " (" + design.effort() + "); " + quality.forks()
                        + " count. A fork is a fresh JVM for every arm and a fresh generator.");
        add(
                terms,
                "Blocks",
                Numbers.count(design.blocks(), "block")
                        + " in each fork. A block is one slice of every arm, in random order,"
                        + (memory
                                ? " each in a JVM of its own and with the same number of connections."
                                : " under the same arrivals."));
        add(
                terms,
                "Slice",
                Numbers.plain(design.windowSeconds()) + " s recorded, after " + Numbers.plain(design.leadSeconds())
                        + " s of load that is not recorded."
                        + (memory
                                ? ""
                                : " Before that, each arm is warmed up for at most "
                                        + Numbers.plain(design.warmSeconds()) + " s in each fork."));
        add(
                terms,
                "Estimate",
                memory
                        ? "For each fork the slope of a straight line over the numbers of connections, and the logarithm of arm over"
                                + " baseline; over forks Student's t."
                        : "For each block the logarithm of arm over baseline; for each fork their mean without the outer fifth on"
                                + " either side; over forks Student's t. Percentiles come from each fork's merged histogram and are"
                                + " never averaged."
                                + spread(design.spread()));
        add(
                terms,
                "Interval",
                Numbers.percent(design.confidence()) + ", over forks. With a single fork there is no interval and"
                        + " no verdict.");
        add(
                terms,
                "Verdict",
                "Against " + experiment.baseline()
                        + ", adjusted for all comparisons of a table (Holm). \"No difference\" means"
                        + " shown to lie within " + Numbers.percent(design.margin())
                        + "; inconclusive means that neither a"
                        + " difference nor its absence was shown. Arms that share a letter were not shown to differ.");
        if (design.looks().size() > 1) {
            add(
                    terms,
                    "Looks",
                    "It may stop after "
                            + Phrases.list(
                                    design.looks().stream().map(String::valueOf).toList())
                            + " forks; the thresholds are stricter at the earlier ones.");
        }
        add(
                terms,
                "Control",
                design.sentinel()
                        ? "A second copy of the baseline took part in every block; a difference between the two copies makes the"
                                + " run invalid."
                        : "No second copy of the baseline took part.");
        add(
                terms,
                "Taint",
                memory
                        ? "No block is dropped: memory held by idle connections does not depend on other programs."
                        : "A block is dropped whole, for outside causes only, and another is measured in its place, until all announced"
                                + " blocks count or the run has taken twice the announced time. With more than "
                                + Numbers.percent(Quality.MOST_LACKING)
                                + " of them missing then, the run is invalid. A slice"
                                + " whose generator was late is left out of times and rates; two arms are compared by the"
                                + " blocks that both have, unless as many of these are missing.");
        add(
                terms,
                "Generator",
                "Late by " + Numbers.plain(quality.lagP99Micros()) + " µs (p99, median over slices), busy for at most "
                        + Numbers.percent(quality.work()) + " of a window, at most " + Numbers.percent(quality.masked())
                        + " of requests masked."
                        + (quality.ceilingShare() == null
                                ? " Its ceiling was not measured."
                                : " The highest rate was " + Numbers.percent(quality.ceilingShare())
                                        + " of what it can do.")
                        + (quality.nullP99Micros() == null
                                ? ""
                                : " Against a server that does nothing p99 is " + Numbers.plain(quality.nullP99Micros())
                                        + " µs: times below that say nothing about a server."));
        add(terms, "Placement", placement(experiment));
        add(terms, "JVM options of servers", flags(experiment.machine().serverFlags()));
        add(terms, "JVM options of the generator", flags(experiment.machine().generatorFlags()));
        add(terms, "Seed", String.valueOf(experiment.seed()));
        add(
                terms,
                "Commands",
                experiment.arms().stream()
                        .map(arm -> arm.label() + ": " + String.join(" ", arm.command()))
                        .collect(Collectors.joining("; ")));
        return List.copyOf(terms);
    }

    /** Returns the line under every picture. */
    public static String caption(Findings findings) {
        Experiment experiment = findings.experiment();
        Quality quality = findings.quality();
        String commit = experiment.machine().commit();
        return Numbers.count(quality.forks(), "fork") + ", " + quality.kept() + " of "
                + Numbers.count(quality.blocks(), "block") + ", "
                + Numbers.percent(experiment.design().confidence()) + " intervals over forks; "
                + experiment.machine().caption()
                + "; " + experiment.loading() + "; "
                + (quality.ceilingShare() != null
                        ? Numbers.percent(quality.ceilingShare()) + " of the generator's ceiling; "
                        : experiment.underLoad() ? "generator's ceiling not measured; " : "")
                + (commit.isEmpty() ? "commit not known" : "commit " + commit)
                + ", seed " + experiment.seed();
    }

    /** Where the processes ran, and what that means for the verdicts. */
    private static String placement(Experiment experiment) {
        String where = Phrases.capital(experiment.machine().pinning()) + ".";
        if (!experiment.contended()) {
            return where;
        }
        PlacementControl control = experiment.control();
        return where
                + " Cores are shared, so costs come from each process' own accounting, and times and rates have a verdict only if an A/A in"
                + " this placement allows it: "
                + (control == null
                        ? "there was none."
                        : (control.passed() ? "it does (" : "it does not (") + control.seen() + ").");
    }

    private static void add(List<Document.Term> terms, String term, String text) {
        terms.add(new Document.Term(term, text.strip()));
    }

    private static String flags(List<String> flags) {
        return flags.isEmpty() ? "none" : String.join(" ", flags);
    }

    private static String spread(@Nullable Spread spread) {
        return switch (spread) {
            case MODERATED ->
                " The error of each comparison is moved towards that of all arms, as far as these scatter alike (moderated t).";
            case EACH -> "";
            case null -> "";
        };
    }
}
