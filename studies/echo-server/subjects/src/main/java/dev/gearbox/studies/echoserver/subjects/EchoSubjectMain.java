package dev.gearbox.studies.echoserver.subjects;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.Offload;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The subject's JVM: one engine that serves one protocol on the loopback interface until the lab ends.
 * {@code --engine SPEC --protocol SPEC [--offload K|elastic] [--port N] [--accept-queue N] [--room MIB]}. Exit code 2 and one line on
 * standard error: the arguments are invalid.
 */
public final class EchoSubjectMain {
    private EchoSubjectMain() {}

    /**
     * Runs the server.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        try {
            serve(SubjectArguments.parse(arguments));
        } catch (BadSpecException | IOException cannot) {
            System.err.println(cannot.getMessage());
            System.exit(2);
        }
    }

    private static void serve(SubjectArguments arguments) throws IOException {
        String spec = Engines.check(arguments.engine());
        Protocol protocol = EchoProtocols.named(arguments.protocol());
        Protocol served = arguments
                .offload()
                .<Protocol>map(workers -> EchoProtocols.offloaded(workers, protocol))
                .orElse(protocol);
        Engine engine = Engines.start(spec);
        Options options = Options.DEFAULT.toBuilder()
                .acceptBacklog(arguments.acceptQueue().orElse(Options.DEFAULT.acceptBacklog()))
                .build();
        Listener listener = engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), arguments.port()), served, options);
        if (arguments.room().isPresent()) {
            AddressSpace.limit(arguments.room().getAsInt());
        }
        int port = ((InetSocketAddress) listener.address()).getPort();
        SubjectConsole.serve(port, stamp(spec, arguments, engine), () -> stats(engine.stats(), served));
    }

    private static Map<String, Object> stamp(String spec, SubjectArguments arguments, Engine engine) {
        Map<String, Object> stamp = new LinkedHashMap<>();
        stamp.put("engine", spec);
        stamp.put("backend", engine.backend());
        stamp.put("protocol", arguments.protocol());
        stamp.put("offload", arguments.offload().orElse("none"));
        arguments.acceptQueue().ifPresent(length -> stamp.put("acceptQueue", length));
        arguments.room().ifPresent(mebibytes -> stamp.put("roomMiB", mebibytes));
        stamp.put("processors", Runtime.getRuntime().availableProcessors());
        stamp.put(
                "flags",
                Arrays.stream(ProcessHandle.current().info().arguments().orElse(new String[0]))
                        .filter(argument -> argument.startsWith("-X") || argument.startsWith("-D"))
                        // Gearbox's own system properties are paths of this machine.
                        .filter(argument -> !argument.startsWith("-Dgearbox."))
                        .toList());
        return stamp;
    }

    private static Map<String, Object> stats(EngineStats stats, Protocol served) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("connections", stats.connections());
        answer.put("waiting", stats.waiting());
        answer.put("accepted", stats.accepted());
        answer.put("acceptFailures", stats.acceptFailures());
        answer.put("acceptNanos", stats.acceptNanos());
        answer.put("queueNanos", stats.queueNanos());
        answer.put("bytesRead", stats.bytesRead());
        answer.put("bytesWritten", stats.bytesWritten());
        answer.put("wakeups", stats.wakeups());
        answer.put("busyNanos", stats.busyNanos());
        answer.put("waitNanos", stats.waitNanos());
        answer.put("longestCallbackNanos", stats.longestCallbackNanos());
        if (served instanceof Offload offload) {
            answer.put("offloadedSessions", offload.sessions());
        }
        return answer;
    }
}
