package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox shift}: lists the connections of running servers, and moves them to other engines, through the servers' control sockets. */
@Command(
        name = "shift",
        description = {
            "Move live connections of a running gearbox serve to another engine.",
            "Clients notice nothing. Without a connection: list the running servers and their connections."
        },
        footer = {
            "",
            "Examples:",
            "gearbox shift",
            "gearbox shift 127.0.0.1:51234 --to virtual",
            "gearbox shift all --to 'reactors?threads=2' --server 7007",
            "",
            "Exit code 1: a connection has not moved; the reason is printed."
        })
public final class ShiftCommand implements Callable<Integer> {
    private static final int NOT_MOVED = 1;

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "CONNECTION",
            description = "Address of the peer, or its port alone, or all.")
    private @Nullable String connection;

    @Option(
            names = "--to",
            paramLabel = "SPEC",
            description = "Engine to move to, which is started if needed; gearbox engines lists them.")
    private @Nullable String to;

    @Option(names = "--server", paramLabel = "PORT", description = "Port of the server, if several run.")
    private @Nullable String port;

    @Option(
            names = "--control",
            paramLabel = "PATH",
            description = "Control socket of the server, if it was started with --control.")
    private @Nullable Path control;

    @Option(names = "--stats", description = "List the counters of the servers' engines.")
    private boolean stats;

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public ShiftCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (control != null && port != null) {
            throw new UsageException("--server and --control exclude each other. Give one");
        }
        if (connection == null) {
            if (to != null) {
                throw new UsageException("--to needs a connection: gearbox shift all --to " + to);
            }
            list();
            return 0;
        }
        if (to == null) {
            throw new UsageException(
                    "shift needs --to SPEC, the engine to move " + connection + " to. gearbox engines lists engines");
        }
        if (stats) {
            throw new UsageException("--stats cannot be combined with connections: gearbox shift --stats");
        }
        Engines.check(to);
        return shift(one(), new ControlRequest.ShiftRequest(connection, to));
    }

    // ---- Which server ----

    private List<Path> servers() {
        return control == null ? found().stream().map(ControlFile::path).toList() : List.of(control);
    }

    private Path one() {
        if (control != null) {
            return control;
        }
        List<ControlFile> found = found();
        if (found.size() > 1) {
            boolean ports =
                    found.stream().mapToInt(ControlFile::port).distinct().count() == found.size();
            throw new UsageException(found.size() + " servers are running. Choose one: "
                    + found.stream()
                            .map(file -> ports ? "--server " + file.port() : "--control " + file.path())
                            .collect(Collectors.joining(", ")));
        }
        return found.getFirst().path();
    }

    /** The running servers, at least one. */
    private List<ControlFile> found() {
        List<ControlFile> running = ControlFile.found();
        if (running.isEmpty()) {
            throw new UsageException(
                    "you have no running server. Start one: gearbox serve --engine selector --port 7007");
        }
        if (port == null) {
            return running;
        }
        long wanted = OptionValues.integer("--server", port, 1, 65_535);
        List<ControlFile> there =
                running.stream().filter(file -> file.port() == wanted).toList();
        if (there.isEmpty()) {
            throw new UsageException("no server of yours listens on port " + wanted + ". These are running: "
                    + running.stream().map(file -> "--server " + file.port()).collect(Collectors.joining(", ")));
        }
        return there;
    }

    // ---- Listing ----

    /** A server's answer to a status request. */
    private record Status(
            List<ControlAnswer.Server> server,
            List<ControlAnswer.Running> engines,
            List<ControlAnswer.Live> connections) {
        static Status of(Path path) {
            Status status = new Status(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            ControlClient.ask(path, new ControlRequest.StatusRequest(), answer -> {
                switch (answer) {
                    case ControlAnswer.Server server -> status.server.add(server);
                    case ControlAnswer.Running engine -> status.engines.add(engine);
                    case ControlAnswer.Live live -> status.connections.add(live);
                    default -> throw new IllegalStateException("no status: " + answer);
                }
            });
            return status;
        }
    }

    private void list() {
        ArrayNode all = ControlChannel.JSON.createArrayNode();
        for (Path path : servers()) {
            Status status = Status.of(path);
            if (json) {
                ObjectNode server = ControlChannel.JSON.valueToTree(status.server.getFirst());
                server.remove("is");
                server.put("control", path.toString());
                each(server.putArray("engines"), status.engines);
                each(server.putArray("connections"), status.connections);
                all.add(server);
            } else {
                ControlAnswer.Server server = status.server.getFirst();
                console.out()
                        .println(console.bold(
                                        server.engine() + " serves " + server.protocol() + " on " + server.address())
                                + " (process " + server.process() + "): " + connections(status.connections.size()));
                if (stats) {
                    engines(status.engines).print(console);
                } else if (!status.connections.isEmpty()) {
                    connections(status.connections).print(console);
                }
            }
        }
        if (json) {
            console.out().println(all.toPrettyString());
        }
    }

    private static void each(ArrayNode array, List<? extends ControlAnswer> answers) {
        for (ControlAnswer answer : answers) {
            ObjectNode node = ControlChannel.JSON.valueToTree(answer);
            node.remove("is");
            array.add(node);
        }
    }

    private static String connections(int count) {
        return count == 0 ? "no connections" : count == 1 ? "1 connection" : NumberText.count(count) + " connections";
    }

    private static Table connections(List<ControlAnswer.Live> connections) {
        Table table = new Table(
                List.of(TextColumn.text("connection", 0), TextColumn.text("engine", 0), TextColumn.decimal("age", 1)));
        connections.forEach(each -> table.row(List.of(each.connection(), each.engine(), NumberText.span(each.age()))));
        return table;
    }

    private static Table engines(List<ControlAnswer.Running> engines) {
        Table table = new Table(List.of(
                TextColumn.text("engine", 0),
                TextColumn.decimal("connections", 0),
                TextColumn.decimal("accepted", 1),
                TextColumn.decimal("waiting", 4),
                TextColumn.decimal("parked", 4),
                TextColumn.decimal("read MB", 1),
                TextColumn.decimal("written MB", 1),
                TextColumn.decimal("wake-ups", 3),
                TextColumn.decimal("loops busy %", 2),
                TextColumn.decimal("longest callback ms", 2)));
        for (ControlAnswer.Running each : engines) {
            EngineStats stats = each.stats();
            boolean loops = !Double.isNaN(stats.loopUtilisation());
            table.row(List.of(
                    each.engine(),
                    NumberText.count(stats.connections()),
                    NumberText.count(stats.accepted()),
                    NumberText.count(stats.waiting()),
                    NumberText.count(stats.parked()),
                    NumberText.measured(stats.bytesRead() / 1e6),
                    NumberText.measured(stats.bytesWritten() / 1e6),
                    NumberText.count(stats.wakeups()),
                    NumberText.measured(100 * stats.loopUtilisation()),
                    loops ? NumberText.measured(stats.longestCallbackNanos() / 1e6) : NumberText.NONE));
        }
        return table;
    }

    // ---- Moving ----

    private int shift(Path server, ControlRequest.ShiftRequest request) {
        List<ControlAnswer.Moved> moved = new ArrayList<>();
        List<ControlAnswer.Stayed> stayed = new ArrayList<>();
        long begun = System.nanoTime();
        try (ProgressBar bar = new ProgressBar(console)) {
            int[] count = {0};
            ControlClient.ask(server, request, answer -> {
                switch (answer) {
                    case ControlAnswer.Begun(int connections) -> count[0] = connections;
                    case ControlAnswer.Moved one -> moved.add(one);
                    case ControlAnswer.Stayed one -> stayed.add(one);
                    default -> throw new IllegalStateException("no shift: " + answer);
                }
                int done = moved.size() + stayed.size();
                if (done > 0) {
                    Duration left = Duration.ofNanos((System.nanoTime() - begun) / done * (count[0] - done));
                    bar.show((double) done / count[0], done + " of " + count[0] + " connections", left);
                }
            });
        }
        if (json) {
            ObjectNode told = ControlChannel.JSON.createObjectNode();
            each(told.putArray("moved"), moved);
            each(told.putArray("stayed"), stayed);
            console.out().println(told.toPrettyString());
        } else {
            tell(request, moved, stayed);
        }
        return stayed.isEmpty() ? 0 : NOT_MOVED;
    }

    private void tell(
            ControlRequest.ShiftRequest request, List<ControlAnswer.Moved> moved, List<ControlAnswer.Stayed> stayed) {
        if (!request.connection().equals(ControlRequest.ShiftRequest.ALL)) {
            moved.forEach(one -> console.out().println(sentence(one)));
        } else if (!moved.isEmpty()) {
            long most =
                    moved.stream().mapToLong(ControlAnswer.Moved::nanos).max().orElse(0);
            console.out()
                    .println(connections(moved.size()) + " moved to "
                            + moved.getFirst().to() + ", " + origins(moved) + "; the longest shift took "
                            + NumberText.measured(most / 1e6) + " ms");
        } else if (stayed.isEmpty()) {
            console.out().println("There are no connections to move");
        }
        stayed.forEach(one -> console.err().println("gearbox: " + one.message() + " (" + one.reason() + ")"));
    }

    private static String sentence(ControlAnswer.Moved one) {
        return one.connection()
                + (one.from().equals(one.to())
                        ? " is already with " + one.to()
                        : " moved from " + one.from() + " to " + one.to() + " in "
                                + NumberText.measured(one.nanos() / 1e6) + " ms");
    }

    /** "3 from selector, 1 from virtual". */
    private static String origins(List<ControlAnswer.Moved> moved) {
        return moved.stream()
                .collect(Collectors.groupingBy(ControlAnswer.Moved::from, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(origin -> NumberText.count(origin.getValue()) + " from " + origin.getKey())
                .collect(Collectors.joining(", "));
    }
}
