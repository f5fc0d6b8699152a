package dev.gearbox.cli.serve;

import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.lab.StudyChoice;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.InstrumentProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.InstrumentOptions;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.Subject;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code gearbox serve gateway}: one gateway of the study fan-out-gateway in a JVM of its own, until Ctrl-C, with the settings under which it is measured.
 * The services are a second JVM, or programs of the user at the addresses of a file.
 */
@Command(
        name = "gateway",
        description = {
            "Serve a gateway of the study fan-out-gateway until Ctrl-C.",
            "GET /users/ID/overview calls four services, or your own, and joins their answers. A service that fails makes 502, one that is late"
                    + " 504, and a full gateway 503, each with a problem document."
        },
        footer = {
            "",
            "Examples:",
            "gearbox serve gateway --strategy executor --port 8080",
            "gearbox serve gateway --strategy virtual-threads --port 8080 --services services.yaml",
            "gearbox serve gateway --strategy coroutines --port 8080 --services calls.yaml",
            "gearbox serve gateway --strategy executor --server tomcat --port 8080",
            "",
            "In services.yaml each of posts, comments, albums and photos has an address, or a delay and faults:",
            "posts: {url: \"http://127.0.0.1:9001/posts\"}",
            "albums: {delay: 200ms, faults: \"error=5%%\"}",
            "",
            "In calls.yaml are your own calls, from 2 to 32, and which waits for which:",
            "calls:",
            "  cart: {delay: 20ms, size: 8KiB}",
            "  prices: {after: [cart], delay: 30ms, faults: \"error=1%%\"}",
            "  stock: {after: [cart], url: \"http://127.0.0.1:9001/stock\"}",
            "join: {passes: 4}"
        })
public final class ServeGatewayCommand implements Callable<Integer> {
    private static final String STUDY = "fan-out-gateway";
    private static final String SERVICES = "services";

    private final Console console;
    private final Studies studies;

    @Option(
            names = "--strategy",
            required = true,
            paramLabel = "X",
            description =
                    "Row of the study: sequential, executor, completable-future, virtual-threads, ...; or as published, without"
                            + " time-outs and with pools of the literature: published-executor, published-disruptor, ...")
    private String strategy = "";

    @Option(
            names = "--server",
            paramLabel = "Y",
            description =
                    "What listens before it: epoll (default), which is Gearbox' own HTTP on that engine; or, for strategies"
                            + " that need no module of their own, tomcat, helidon, vertx, reactor-netty or jersey.")
    private @Nullable String server;

    @Option(
            names = "--client",
            paramLabel = "Z",
            description =
                    "What makes its calls: jdk (default of strategies that block threads) or gearbox (default of the others);"
                            + " for strategies that need no module of their own.")
    private @Nullable String client;

    @Option(names = "--port", paramLabel = "N", description = "Port to listen on; 0 for any free port. Required.")
    private @Nullable String port;

    @Option(
            names = "--services",
            paramLabel = "FILE",
            description = "YAML file with the services (default: ours, which answer at once).")
    private @Nullable Path file;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Size of each pool of platform threads (default: 16; as published: 200 for requests, the others are fixed).")
    private @Nullable String threads;

    @Option(
            names = "--deadline",
            paramLabel = "T",
            description = "Time from a request to its answer, at most (default: 5s; as published: none).")
    private @Nullable String deadline;

    public ServeGatewayCommand(Console console, Studies studies) {
        this.console = console;
        this.studies = studies;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        StudyProvider study = studies.named(STUDY);
        Subject row = row(study);
        GatewayServices called = file == null ? GatewayServices.OURS : GatewayServices.read(file);
        InetSocketAddress address = address();
        List<String> limits = limits();
        requireFree(address);
        ChildSetup setup = ChildSetup.detect(1).withInstruments(study.instruments());
        try (Interruption _ = Interruption.ofThisThread();
                Ours ours = called.needsOurs() ? ours(called, setup) : new Ours(null);
                SubjectProcess gateway =
                        SubjectProcess.startBare(row.withArguments(arguments(called, ours, address, limits)), setup)) {
            gateway.awaitReady(setup.patience());
            say(gateway, called, ours);
            return untilStopped(gateway, ours);
        } catch (ChildException failed) {
            throw new UsageException(failed.reason(), failed);
        }
    }

    /** Our services, if any are called. */
    private record Ours(@Nullable InstrumentProcess process) implements AutoCloseable {
        @Override
        public void close() {
            if (process != null) {
                process.close();
            }
        }
    }

    private static Ours ours(GatewayServices called, ChildSetup setup)
            throws IOException, ChildException, InterruptedException {
        return new Ours(InstrumentProcess.start(new InstrumentOptions(SERVICES, "http", called.options()), setup));
    }

    /** Not required by picocli, which would ask for it before it is known that there is such a strategy. */
    private InetSocketAddress address() {
        if (port == null) {
            throw new UsageException("gateway needs --port N. For help: gearbox serve gateway --help");
        }
        return OptionValues.address("127.0.0.1", OptionValues.port(port));
    }

    /** Finds the row among those of all workloads: some are of one only, such as those as published. */
    private Subject row(StudyProvider study) {
        List<String> except = study.study().choice().map(StudyChoice::except).orElse(List.of());
        Map<String, Cell> cells = new LinkedHashMap<>();
        for (LoadWorkload workload : study.study().loads()) {
            Cell cell = workload.cells(Length.QUICK, Map.of()).getFirst();
            study.subjects(cell, List.of(), Optional.empty()).stream()
                    .flatMap(List::stream)
                    .map(Subject::label)
                    .filter(label ->
                            !except.contains(label) && !label.contains("?")) // a strategy with another server or client
                    .forEach(label -> cells.putIfAbsent(label, cell));
        }
        Cell cell = cells.get(strategy);
        if (cell == null) {
            throw OptionValues.unknown("strategy", strategy, List.copyOf(cells.keySet()));
        }
        return study.subjects(cell, List.of(label()), Optional.empty())
                .orElseThrow()
                .getFirst();
    }

    private String label() {
        List<String> named = new ArrayList<>();
        if (server != null) {
            named.add("server=" + server);
        }
        if (client != null) {
            named.add("client=" + client);
        }
        return named.isEmpty() ? strategy : strategy + "?" + String.join("&", named);
    }

    private static List<String> arguments(
            GatewayServices called, Ours ours, InetSocketAddress address, List<String> limits) {
        List<String> arguments = new ArrayList<>(limits);
        arguments.addAll(List.of("--port", Integer.toString(address.getPort())));
        if (ours.process != null) {
            arguments.addAll(List.of("--services", address(ours.process)));
        }
        arguments.addAll(called.forGateway());
        return arguments;
    }

    private List<String> limits() {
        List<String> arguments = new ArrayList<>();
        if (threads != null) {
            arguments.addAll(
                    List.of("--threads", Long.toString(OptionValues.integer("--threads", threads, 1, 10_000))));
        }
        if (deadline != null) {
            arguments.addAll(List.of(
                    "--deadline-millis",
                    Long.toString(OptionValues.duration("--deadline", deadline).toMillis())));
        }
        return arguments;
    }

    private static String address(InstrumentProcess ours) {
        return "http://127.0.0.1:" + ours.port();
    }

    /** The gateway binds the port itself, in another process: this only finds out early why it would fail. */
    private static void requireFree(InetSocketAddress address) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(address);
        } catch (BindException refused) {
            throw new UsageException(ServeCommand.explain(address, refused), refused);
        }
    }

    private void say(SubjectProcess gateway, GatewayServices called, Ours ours) {
        String base = "http://127.0.0.1:" + gateway.port();
        console.out().println(strategy + " serves /users/ID/overview on " + base + ". Press Ctrl-C to stop.");
        if (ours.process != null) {
            console.out()
                    .println("Services: " + address(ours.process) + "; what they were asked: " + address(ours.process)
                            + "/counts");
        }
        new TreeMap<>(called.elsewhere())
                .forEach((name, where) -> console.out().println("Service " + name + ": " + where));
        console.out().println("Limits: " + gateway.stamp().path("limits"));
        console.out().println("Client: " + gateway.stamp().path("client").asString());
        console.out()
                .println("Server: " + gateway.stamp().path("server").asString() + " "
                        + gateway.stamp().path("serverPools"));
    }

    /** Waits for Ctrl-C, or for the end of one of the two processes, which is a failure. */
    private static int untilStopped(SubjectProcess gateway, Ours ours) throws ChildException, InterruptedException {
        List<CompletableFuture<ProcessHandle>> ends = new ArrayList<>(List.of(end(gateway.pid())));
        if (ours.process != null) {
            ends.add(end(ours.process.pid()));
        }
        try {
            var _ = CompletableFuture.anyOf(ends.toArray(CompletableFuture[]::new))
                    .get();
        } catch (InterruptedException stopped) {
            gateway.stop();
            return ExitCode.INTERRUPTED;
        } catch (ExecutionException unexpected) {
            throw new IllegalStateException("the end of a process cannot be observed", unexpected);
        }
        throw gateway.failure(gateway.isAlive() ? "the services ended" : "the gateway ended");
    }

    private static CompletableFuture<ProcessHandle> end(long pid) {
        return ProcessHandle.of(pid)
                .map(ProcessHandle::onExit)
                .orElseGet(() -> CompletableFuture.completedFuture(ProcessHandle.current()));
    }
}
