package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.lab.external.Externals;
import dev.gearbox.protocols.Protocols;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code gearbox serve}: serves one protocol on one port until Ctrl-C. Connections start on one engine; {@code gearbox shift} moves them to others
 * through the control socket.
 */
@Command(
        name = "serve",
        description = "Serve a protocol with one engine until Ctrl-C.",
        footer = {
            "",
            "Examples:",
            "gearbox serve --engine 'reactors?threads=2' --protocol echo --port 7007",
            "",
            "While it runs, gearbox shift lists its connections and moves them to other engines. gearbox serve gateway serves an"
                    + " application instead: a gateway of a study."
        })
public final class ServeCommand implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Time limit for clients of the control socket, and for sessions to return before a shift. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Console console;

    @Option(names = "--engine", paramLabel = "SPEC", description = "Engine that serves; gearbox engines lists them.")
    private String engine = "";

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            completionCandidates = ServeCommand.Spoken.class,
            description = "Protocol to serve: ${COMPLETION-CANDIDATES} (default: echo).")
    private String protocol = "echo";

    @Option(names = "--port", paramLabel = "N", description = "Port to listen on; 0 for any free port.")
    private String port = "";

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on (default: 127.0.0.1).")
    private String host = "127.0.0.1";

    @Option(
            names = "--tls",
            paramLabel = "FILE",
            description = "Serve over TLS, with the certificates and keys in this PKCS #12 file.")
    private @Nullable Path keys;

    @Option(
            names = "--tls-password-file",
            paramLabel = "FILE",
            description = "File that contains the password of the --tls file (default: no password).")
    private @Nullable Path passwordFile;

    @Option(
            names = "--control",
            paramLabel = "PATH",
            description = "Unix domain socket for gearbox shift (default: a temporary file that gearbox shift finds).")
    private @Nullable Path control;

    /** The names of the protocols, for the help message. */
    static final class Spoken implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Protocols.all().stream().map(Protocols.ProtocolInfo::name).iterator();
        }
    }

    public ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        requireGiven();
        if (Externals.asked(engine)) {
            throw new UsageException(
                    "serve runs engines; " + engine + " is an external server. Start it by its own command");
        }
        Protocol spoken = secured(Protocols.named(protocol));
        InetSocketAddress address = OptionValues.address(host, OptionValues.port(port));
        Path named = control;
        IntFunction<Path> sockets = named == null ? ControlFile.ofThisProcess() : bound -> named;
        try (Interruption _ = Interruption.ofThisThread();
                ServedEngines engines = new ServedEngines(engine);
                Listener listener = listen(engines.first(), address, spoken)) {
            ControlAnswer.Server server = new ControlAnswer.Server(
                    ProcessHandle.current().pid(),
                    OptionValues.text((InetSocketAddress) listener.address()),
                    engines.first().toString(),
                    protocol + (keys == null ? "" : " over TLS"));
            Path path = sockets.apply(((InetSocketAddress) listener.address()).getPort());
            try (ControlSocket socket =
                    new ControlSocket(path, new ControlService(engines, server, PATIENCE), PATIENCE)) {
                console.out()
                        .println(server.engine() + " serves " + server.protocol() + " on " + server.address()
                                + ". Press Ctrl-C to stop.");
                console.out().println("Control socket: " + socket.path() + ". Use gearbox shift to move connections.");
                untilInterrupted();
            }
            String how = engines.close(GRACE).name().toLowerCase(Locale.ROOT);
            EngineStats stats = engines.stats();
            console.out()
                    .println("Ended (" + how + "): " + NumberText.count(stats.accepted()) + " connections, "
                            + NumberText.bytes(stats.bytesRead()) + " read, " + NumberText.bytes(stats.bytesWritten())
                            + " written.");
            return ExitCode.INTERRUPTED;
        }
    }

    /** Not required by picocli, which would ask for them with a subcommand too. */
    private void requireGiven() {
        List<String> missing = Stream.of(engine.isEmpty() ? "--engine SPEC" : "", port.isEmpty() ? "--port N" : "")
                .filter(option -> !option.isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw new UsageException(
                    "serve needs " + String.join(" and ", missing) + ". For help: gearbox serve --help");
        }
    }

    private Protocol secured(Protocol plain) {
        if (keys != null) {
            return TlsServer.of(new KeyFile(keys, passwordFile).context(), TlsOptions.DEFAULT, plain);
        }
        if (passwordFile != null) {
            throw new UsageException("--tls-password-file needs --tls. Add --tls FILE");
        }
        return plain;
    }

    private static Listener listen(Engine running, InetSocketAddress address, Protocol spoken) throws IOException {
        try {
            return running.listen(address, spoken, Options.DEFAULT);
        } catch (BindException refused) {
            throw new UsageException(explain(address, refused), refused);
        }
    }

    /** Why a port cannot be bound, derived from the system's message. */
    public static String explain(InetSocketAddress address, BindException refused) {
        String why = String.valueOf(refused.getMessage());
        String said = why.toLowerCase(Locale.ROOT);
        int port = address.getPort();
        if (said.contains("in use")) {
            return "port " + port
                    + " is in use. Stop the program that listens there, or choose another port (--port 0: any free port)";
        }
        if (said.contains("permission") || said.contains("denied")) {
            return "port " + port + " is privileged, and you may not bind it. Choose a port from 1024 on";
        }
        if (said.contains("assign")) {
            return address.getHostString() + " is not an address of this machine. Leave --host out for 127.0.0.1";
        }
        return "cannot listen on " + address.getHostString() + ":" + port + ": " + why + ". Choose another port";
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
