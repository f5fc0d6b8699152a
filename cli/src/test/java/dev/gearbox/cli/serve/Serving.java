package dev.gearbox.cli.serve;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/** The parts of {@code gearbox serve} in the JVM of the test: engines, a port, a control socket. */
final class Serving implements AutoCloseable {
    final ServedEngines engines;
    final ControlSocket socket;
    final InetSocketAddress address;
    private final Path control;

    /** @param patience time limit of the control socket and its service */
    Serving(String spec, Protocol protocol, Path control, Duration patience) throws IOException {
        this(spec, protocol, control, patience, patience);
    }

    /**
     * @param forWords time limit of the control socket for its clients
     * @param forShifts time limit of its service for connections
     */
    Serving(String spec, Protocol protocol, Path control, Duration forWords, Duration forShifts) throws IOException {
        this.control = control;
        engines = new ServedEngines(spec);
        Engine first = engines.first();
        Listener listener =
                first.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol, Options.DEFAULT);
        address = (InetSocketAddress) listener.address();
        socket = new ControlSocket(
                control,
                new ControlService(
                        engines,
                        new ControlAnswer.Server(
                                ProcessHandle.current().pid(), OptionValues.text(address), first.toString(), "echo"),
                        forShifts),
                forWords);
    }

    /** A client that has been served once, so that the server has its connection. */
    Socket client() throws IOException {
        Socket client = new Socket(address.getAddress(), address.getPort());
        echo(client);
        return client;
    }

    /** Sends one byte and reads it back. */
    static void echo(Socket client) throws IOException {
        client.getOutputStream().write('x');
        int answer = client.getInputStream().read();
        if (answer != 'x') {
            throw new AssertionError("answered " + answer);
        }
    }

    /** The number of connections that the engine drives. */
    long connections(String spec) {
        return engines.all().stream()
                .filter(engine -> engine.toString().equals(spec))
                .flatMap(Engine::connections)
                .count();
    }

    /** Runs the command, and returns its output and exit code. */
    record Said(int code, String out, String err) {}

    Said shift(String... words) {
        Screen screen = Screen.pipe();
        String[] all = new String[words.length + 3];
        all[0] = "shift";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--control";
        all[words.length + 2] = control.toString();
        int code = Main.run(screen.console(), all);
        return new Said(code, screen.out(), screen.err());
    }

    @Override
    public void close() throws IOException {
        socket.close();
        engines.close();
    }
}
