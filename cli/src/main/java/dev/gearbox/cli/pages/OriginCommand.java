package dev.gearbox.cli.pages;

import dev.gearbox.cli.serve.ServeCommand;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.BadSpecException;
import dev.gearbox.origin.Delay;
import dev.gearbox.origin.Fault;
import dev.gearbox.origin.Faults;
import dev.gearbox.origin.Origin;
import dev.gearbox.origin.OriginCounts;
import dev.gearbox.origin.OriginPlan;
import dev.gearbox.origin.Pages;
import dev.gearbox.origin.StoredPages;
import dev.gearbox.origin.SyntheticPages;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox origin}: serves pages with a given delay, size, bandwidth and faults to clients that are measured, until Ctrl-C. */
@Command(
        name = "origin",
        description =
                "Serve pages with a given delay, size, bandwidth and faults until Ctrl-C, then print what was served and how late.",
        footer = {
            "",
            "Examples:",
            "gearbox origin --port 8080 --delay 300ms --size 50KiB --link 100Mbit --fault reset=1%%,slow=1%%",
            "gearbox origin --port 8080 --delay lognormal:300ms:0.5 --from guava-javadoc.jar",
            "",
            "GET / lists the pages."
        })
public final class OriginCommand implements Callable<Integer> {
    private static final List<Double> SHARES = List.of(0.5, 0.99, 0.999);

    private final Console console;

    @Option(
            names = "--port",
            required = true,
            paramLabel = "N",
            description = "Port to listen on; 0 for any free port.")
    private String port = "";

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on (default: 127.0.0.1).")
    private String host = "127.0.0.1";

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            description =
                    "Time from a request to the start of its page (default: 0): 300ms, uniform:200ms-400ms, exponential:300ms (mean),"
                            + " lognormal:300ms:0.5 (median, sigma) or bimodal:20ms:400ms:5%% (most requests, the others, their share).")
    private String delay = "0";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            description = "Size of generated pages, 512B to 16MiB (default: 1KiB).")
    private @Nullable String size;

    @Option(names = "--pages", paramLabel = "N", description = "Number of generated pages (default: 1000).")
    private @Nullable String pages;

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description = "Serve the pages of this folder, zip or jar instead of generated ones.")
    private @Nullable Path from;

    @Option(
            names = "--link",
            paramLabel = "RATE",
            description = "Bandwidth of all connections together, for example 100Mbit (default: unlimited).")
    private @Nullable String link;

    @Option(
            names = "--fault",
            paramLabel = "KIND=SHARE",
            description =
                    "Fault and the share of pages that have it: reset, stall, truncated, slow, error, garbage, endless."
                            + " Separate several with commas (default: none).")
    private @Nullable String faults;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed of the text, delay and fault of each page (default: 1).")
    private String seed = "1";

    @Option(
            names = "--engine",
            paramLabel = "SPEC",
            description = "Engine that serves (default: epoll, or selector where epoll cannot run).")
    private @Nullable String engine;

    @Option(names = "--json", description = "Print what was served as JSON only.")
    private boolean json;

    public OriginCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        long chosen = OptionValues.integer("--seed", seed, 0, Long.MAX_VALUE);
        OriginPlan plan = new OriginPlan(
                read("--delay", delay, Delay::parse),
                link == null ? 0 : read("--link", link, OriginPlan::rate),
                faults == null ? Faults.NONE : read("--fault", faults, Faults::parse),
                chosen);
        InetSocketAddress address = OptionValues.address(host, OptionValues.port(port));
        try (Interruption _ = Interruption.ofThisThread();
                Origin origin = start(plan, served(chosen), address)) {
            (json ? console.err() : console.out())
                    .println(origin.engine() + " serves " + origin + " on http://" + OptionValues.text(origin.address())
                            + "/. Press Ctrl-C to stop.");
            untilInterrupted();
            OriginCounts counts = origin.counts();
            if (json) {
                console.out().println(tree(counts).toPrettyString());
            } else {
                print(counts);
            }
            return ExitCode.INTERRUPTED;
        }
    }

    private static <T> T read(String option, String word, Function<String, T> reader) {
        try {
            return reader.apply(word);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(option + ": " + wrong.getMessage(), wrong);
        }
    }

    private Pages served(long chosen) {
        if (from != null) {
            if (size != null || pages != null) {
                throw new UsageException(
                        "--size and --pages are for generated pages. Leave them out, or leave out --from");
            }
            try {
                return StoredPages.of(from);
            } catch (IOException unreadable) {
                throw new UsageException("--from: " + why(unreadable) + ". Name a folder, a zip or a jar", unreadable);
            }
        }
        int count = (int) OptionValues.integer("--pages", pages == null ? "1000" : pages, 1, 1_000_000);
        return read(
                "--size",
                size == null ? "1KiB" : size,
                word -> new SyntheticPages(count, (int) Math.min(Integer.MAX_VALUE, OriginPlan.size(word)), chosen));
    }

    private String why(IOException unreadable) {
        return unreadable instanceof NoSuchFileException
                ? "no such folder or file: " + from
                : String.valueOf(unreadable.getMessage());
    }

    private Origin start(OriginPlan plan, Pages what, InetSocketAddress address) throws IOException {
        try {
            return Origin.start(plan, what, engine, address);
        } catch (BindException refused) {
            throw new UsageException(ServeCommand.explain(address, refused), refused);
        } catch (BadSpecException unknown) {
            throw new UsageException(String.valueOf(unknown.getMessage()), unknown);
        }
    }

    private void print(OriginCounts counts) {
        Histogram late = counts.lateness();
        console.out()
                .println("Served " + NumberText.count(counts.pages()) + " pages, " + NumberText.bytes(counts.bytes())
                        + ", on " + NumberText.count(counts.connections()) + " connections; "
                        + NumberText.count(counts.requests()) + " requests, " + NumberText.count(counts.missing())
                        + " for pages that do not exist.");
        String done = counts.faults().entrySet().stream()
                .filter(fault -> fault.getValue() > 0)
                .map(fault -> NumberText.count(fault.getValue()) + " "
                        + fault.getKey().key())
                .collect(Collectors.joining(", "));
        console.out().println("Faults: " + (done.isEmpty() ? "none" : done));
        console.out()
                .println("Later than intended, in µs: "
                        + SHARES.stream()
                                .map(share -> "p" + NumberText.measured(100 * share) + " " + micros(late, share))
                                .collect(Collectors.joining(", "))
                        + ", worst " + micros(late, 1));
    }

    private static String micros(Histogram late, double share) {
        return late.getTotalCount() == 0
                ? NumberText.NONE
                : NumberText.measured(late.getValueAtPercentile(100 * share) / 1e3);
    }

    private static ObjectNode tree(OriginCounts counts) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("connections", counts.connections());
        tree.put("requests", counts.requests());
        tree.put("pages", counts.pages());
        tree.put("bytes", counts.bytes());
        tree.put("missing", counts.missing());
        ObjectNode faults = tree.putObject("faults");
        for (Map.Entry<Fault, Long> fault : counts.faults().entrySet()) {
            faults.put(fault.getKey().key(), fault.getValue());
        }
        ObjectNode late = tree.putObject("latenessNanos");
        late.put("count", counts.lateness().getTotalCount());
        for (double share : SHARES) {
            late.put("p" + 100 * share, counts.lateness().getValueAtPercentile(100 * share));
        }
        late.put("max", counts.lateness().getMaxValue());
        return tree;
    }

    private static void untilInterrupted() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException expected) {
            // Ctrl-C arrives as an interrupt. The flag stays cleared, so that closing can wait for its threads.
            return;
        }
    }
}
