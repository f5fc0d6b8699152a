package dev.gearbox.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Programs;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.Conditions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox shift} as a user runs it: a server, a client that talks all the time, and the command. */
@Timeout(600)
final class ShiftCommandTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Protocol ECHO = connection -> connection::write;

    @TempDir
    private Path folder = Path.of("");

    private Serving serving(String spec) throws IOException {
        return new Serving(spec, ECHO, folder.resolve("c"), LONG);
    }

    private static String name(Socket client) {
        return "127.0.0.1:" + client.getLocalPort();
    }

    /** Sends as fast as the server reads, and checks each byte that comes back by its position. */
    private static final class Talker implements AutoCloseable {
        private final Socket socket;
        private final AtomicLong checked = new AtomicLong();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final Future<Long> sent;
        private final Future<Long> received;
        private volatile boolean enough;

        Talker(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            sent = threads.submit(this::send);
            received = threads.submit(this::receive);
        }

        private static byte at(long position) {
            return (byte) (position * 31 + (position >>> 8) * 17 + (position >>> 16));
        }

        private long send() throws IOException {
            OutputStream out = socket.getOutputStream();
            SplittableRandom random = new SplittableRandom(7);
            long position = 0;
            while (!enough) {
                byte[] piece = new byte[random.nextInt(1, 5000)];
                for (int index = 0; index < piece.length; index++) {
                    piece[index] = at(position++);
                }
                out.write(piece);
            }
            socket.shutdownOutput();
            return position;
        }

        private long receive() throws IOException {
            byte[] piece = new byte[8192];
            long position = 0;
            for (int got = socket.getInputStream().read(piece);
                    got >= 0;
                    got = socket.getInputStream().read(piece)) {
                for (int index = 0; index < got; index++) {
                    if (piece[index] != at(position)) {
                        throw new AssertionError("byte " + position + " is wrong");
                    }
                    position++;
                }
                checked.set(position);
            }
            return position;
        }

        /** Waits until considerably more has come back than now. */
        void awaitProgress() {
            long goal = checked.get() + 300_000;
            while (checked.get() < goal) {
                assertThat(received.isDone()).as("the server still answers").isFalse();
                LockSupport.parkNanos(1_000_000);
            }
        }

        /** Waits until everything sent has come back. */
        void finish() throws Exception {
            enough = true;
            assertThat(received.get(120, TimeUnit.SECONDS)).isEqualTo(sent.get(30, TimeUnit.SECONDS));
        }

        @Override
        public void close() throws IOException {
            enough = true;
            socket.close();
            threads.close();
        }
    }

    @Test
    void a_client_talks_while_its_connection_goes_round_all_engines() throws Exception {
        try (Serving serving = serving("selector");
                Talker client = new Talker(serving.address.getPort())) {
            String name = name(client.socket);
            String from = "selector";
            for (String to :
                    List.of("reactors?threads=2", "threads", "virtual", "pool?threads=3", "selector", "selector")) {
                client.awaitProgress();
                Serving.Said said = serving.shift(name, "--to", to);
                assertThat(said.err()).isEmpty();
                assertThat(said.code()).isZero();
                assertThat(said.out())
                        .matches(Pattern.quote(
                                        from.equals(to)
                                                ? name + " is already with " + to
                                                : name + " moved from " + from + " to " + to + " in ")
                                + (from.equals(to) ? "\n" : "[0-9.,]+ ms\n"));
                assertThat(serving.shift().out()).containsPattern(name + " +" + Pattern.quote(to) + " +[0-9]+ s\n");
                from = to;
            }
            client.awaitProgress();
            client.finish();
        }
    }

    @Test
    void all_connections_move_and_each_is_told_of() throws Exception {
        try (Serving serving = serving("selector")) {
            List<Socket> clients = new ArrayList<>();
            for (int count = 0; count < 150; count++) {
                clients.add(serving.client());
            }
            Serving.Said said =
                    serving.shift(Integer.toString(clients.getFirst().getLocalPort()), "--to", "virtual");
            assertThat(said.out()).startsWith(name(clients.getFirst()) + " moved from selector to virtual in ");
            said = serving.shift("all", "--to", "reactors");
            assertThat(said.out())
                    .matches("150 connections moved to reactors, 149 from selector, 1 from virtual;"
                            + " the longest shift took [0-9.,]+ ms\n");
            JsonNode json = JsonMapper.shared()
                    .readTree(serving.shift("all", "--to", "threads", "--json").out());
            assertThat(json.path("stayed").size()).isZero();
            assertThat(json.path("moved")
                            .valueStream()
                            .map(moved -> moved.path("connection").asString()))
                    .containsExactlyInAnyOrderElementsOf(
                            clients.stream().map(ShiftCommandTest::name).toList());
            assertThat(serving.connections("threads")).isEqualTo(150);
            for (Socket client : clients) {
                Serving.echo(client);
                client.close();
            }
        }
    }

    @Test
    void there_is_nothing_to_move() throws Exception {
        try (Serving serving = serving("selector")) {
            Serving.Said said = serving.shift("all", "--to", "virtual");
            assertThat(said.out()).isEqualTo("There are no connections to move\n");
            assertThat(said.code()).isZero();
            assertThat(serving.shift("1", "--to", "virtual").err())
                    .isEqualTo("gearbox: no connection \"1\". There are no connections\n");
        }
    }

    @Test
    void one_that_is_not_there_or_not_one_is_refused() throws Exception {
        try (Serving serving = serving("selector");
                Socket client = serving.client();
                Socket same = new Socket()) {
            Serving.Said said = serving.shift(name(client) + "9", "--to", "virtual");
            assertThat(said.err())
                    .isEqualTo("gearbox: no connection \"" + name(client) + "9\". Did you mean " + name(client)
                            + "? To list them: gearbox shift\n");
            assertThat(said.code()).isEqualTo(ExitCode.REFUSED);
            assertThat(said.out()).isEmpty();
            same.bind(new InetSocketAddress("127.0.0.2", client.getLocalPort()));
            same.connect(serving.address);
            Serving.echo(same);
            String port = Integer.toString(client.getLocalPort());
            assertThat(serving.shift(port, "--to", "virtual").err())
                    .startsWith("gearbox: \"" + port + "\" is the port of 2 connections, such as 127.0.0.")
                    .endsWith(". Give its address\n");
            assertThat(serving.shift("127.0.0.2:" + port, "--to", "virtual").code())
                    .isZero();
        }
    }

    @Test
    void an_engine_that_takes_none_is_refused_before_it_is_started() throws Exception {
        try (Serving serving = serving("selector");
                Socket client = serving.client()) {
            Serving.Said said = serving.shift("all", "--to", "mina");
            assertThat(said.err()).startsWith("gearbox: mina cannot adopt live connections. These can: ");
            assertThat(said.code()).isEqualTo(ExitCode.REFUSED);
            assertThat(serving.engines.all()).hasSize(1);
            Serving.echo(client);
        }
    }

    @Test
    void a_shift_that_fails_is_told_with_its_reason_and_the_connection_lives() throws Exception {
        try (Serving serving = serving("mina");
                Socket client = serving.client()) {
            Serving.Said said = serving.shift(name(client), "--to", "virtual");
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.out()).isEmpty();
            assertThat(said.err())
                    .contains("cannot hand it over")
                    .endsWith("(INCAPABLE)\n")
                    .hasLineCount(1);
            Serving.echo(client);
            said = serving.shift("all", "--to", "virtual", "--json");
            assertThat(said.code()).isEqualTo(1);
            JsonNode stayed = JsonMapper.shared().readTree(said.out()).path("stayed");
            assertThat(stayed.path(0).path("reason").asString()).isEqualTo("INCAPABLE");
            assertThat(stayed.path(0).path("engine").asString()).startsWith("mina");
        }
    }

    @Test
    void a_full_engine_declines_those_that_it_has_no_room_for() throws Exception {
        try (Serving serving = serving("selector");
                Socket one = serving.client();
                Socket other = serving.client()) {
            Serving.Said said = serving.shift("all", "--to", "pool?threads=1");
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.out()).startsWith("1 connection moved to pool?threads=1, 1 from selector; ");
            assertThat(said.err())
                    .startsWith("gearbox: ")
                    .endsWith("(REFUSED)\n")
                    .hasLineCount(1);
            Serving.echo(one);
            Serving.echo(other);
        }
    }

    @Test
    void one_that_does_not_return_is_told_of_and_moves_later() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch stuck = new CountDownLatch(1);
        Protocol sticking = connection -> in -> {
            if (in.get(in.position()) == 's') {
                stuck.countDown();
                try {
                    release.await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            }
            connection.write(in);
        };
        try (Serving serving = new Serving("virtual", sticking, folder.resolve("c"), LONG, Duration.ofMillis(200));
                Socket client = serving.client();
                Socket free = serving.client()) {
            client.getOutputStream().write('s');
            stuck.await();
            Serving.Said said = serving.shift("all", "--to", "selector");
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err().lines())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("gearbox: " + name(client) + " is still with virtual: ")
                            .contains(": its session has not returned from a callback for ")
                            .endsWith(" s. It moves to selector when it does (NOT_YET)"));
            // In time, or a moment later on a busy machine.
            Conditions.await("the other one moves", () -> serving.connections("selector") == 1);
            Serving.echo(free);
            release.countDown();
            assertThat(client.getInputStream().read()).isEqualTo('s');
            while (serving.connections("selector") < 2) {
                Serving.echo(client);
            }
        }
    }

    @Test
    void statistics_are_of_each_engine() throws Exception {
        try (Serving serving = serving("selector");
                Socket client = serving.client()) {
            serving.shift("all", "--to", "virtual");
            client.getOutputStream().write(new byte[20_000]);
            client.getInputStream().readNBytes(20_000);
            assertThat(serving.shift("--stats").out())
                    .containsPattern("selector +0 +1 +0 +0 +0\\.00 +0\\.00 ")
                    .containsPattern("virtual +1 +0 +0 +0 +0\\.02 +0\\.02 ");
            JsonNode server =
                    JsonMapper.shared().readTree(serving.shift("--json").out()).path(0);
            assertThat(server.path("address").asString()).isEqualTo(OptionValues.text(serving.address));
            assertThat(server.path("engines")
                            .path(1)
                            .path("stats")
                            .path("bytesRead")
                            .asLong())
                    .isEqualTo(20_000);
            assertThat(server.path("connections").path(0).path("connection").asString())
                    .isEqualTo(name(client));
        }
    }

    @Test
    void an_engine_made_of_others_shows_which_of_them_has_a_connection() throws Exception {
        try (Serving serving = serving("parking?work=threads&after=1m");
                Socket client = serving.client()) {
            String whole = serving.engines.first().toString();
            assertThat(serving.shift().out()).contains(name(client) + "   " + whole + ": threads ");
            assertThat(serving.shift("--stats").out())
                    .containsPattern(Pattern.quote(whole + ": threads ") + " +1 ")
                    .containsPattern(Pattern.quote(whole + ": selector ") + " +0 ");
            assertThat(serving.shift("all", "--to", "virtual").out())
                    .startsWith("1 connection moved to virtual, 1 from " + whole + "; ");
            assertThat(serving.shift(name(client), "--to", "parking?work=threads&after=1m")
                            .out())
                    .startsWith(name(client) + " moved from virtual to " + whole + " in ");
            Serving.echo(client);
        }
    }

    // ---- Processes of their own, found by the command ----

    /** The log of its engines is not part of the output that is read here. */
    private Process serve(String engine) throws IOException {
        return builder("serve", "--engine", engine, "--port", "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private Process gearbox(String... words) throws IOException {
        return builder(words).redirectErrorStream(true).start();
    }

    private ProcessBuilder builder(String... words) {
        List<String> command = Programs.java("dev.gearbox.cli", "dev.gearbox.cli.Main", List.of(words));
        command.add(1, "-Djava.io.tmpdir=" + folder);
        return new ProcessBuilder(command);
    }

    private static String end(Process process, int code) throws Exception {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(code);
        return said;
    }

    @Test
    void servers_are_found_and_which_one_is_asked_if_there_are_several() throws Exception {
        Path sockets = folder.resolve("gearbox-" + System.getProperty("user.name"));
        Process one = serve("selector");
        Process other = serve("virtual");
        try (BufferedReader first = one.inputReader(StandardCharsets.UTF_8);
                BufferedReader second = other.inputReader(StandardCharsets.UTF_8)) {
            int port = port(first.readLine());
            assertThat(first.readLine())
                    .startsWith("Control socket: " + sockets + "/" + one.pid() + "-" + port + ".sock.");
            int otherPort = port(second.readLine());
            assertThat(second.readLine()).startsWith("Control socket: " + sockets);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sockets)))
                    .isEqualTo("rwx------");
            try (Talker client = new Talker(port)) {
                client.awaitProgress();
                assertThat(end(gearbox("shift", "all", "--to", "virtual"), ExitCode.REFUSED))
                        .startsWith("gearbox: 2 servers are running. Choose one: --server ")
                        .contains("--server " + port)
                        .contains("--server " + otherPort);
                other.destroyForcibly().waitFor();
                assertThat(sockets)
                        .as("it was killed before its cleanup")
                        .isDirectoryContaining("glob:**/" + other.pid() + "-*.sock");
                assertThat(end(gearbox("shift", "all", "--to", "epoll"), 0))
                        .startsWith("1 connection moved to epoll, 1 from selector; ");
                client.awaitProgress();
                client.finish();
            }
            one.toHandle().destroy();
            assertThat(first.readLine()).startsWith("Ended (");
            assertThat(one.waitFor()).isEqualTo(128 + 15);
            assertThat(end(gearbox("shift"), ExitCode.REFUSED))
                    .isEqualTo("gearbox: you have no running server."
                            + " Start one: gearbox serve --engine selector --port 7007\n");
        } finally {
            one.destroyForcibly();
            other.destroyForcibly();
        }
    }

    private static int port(String line) {
        Matcher said = Pattern.compile(".+ serves echo on 127\\.0\\.0\\.1:(\\d+)\\. Press Ctrl-C to stop\\.")
                .matcher(String.valueOf(line));
        assertThat(said.matches()).as(line).isTrue();
        return Integer.parseInt(said.group(1));
    }

    @Test
    void a_folder_that_is_not_ours_alone_is_refused_and_what_the_dead_left_is_swept() throws Exception {
        Path sockets = Files.createDirectory(folder.resolve("gearbox-" + System.getProperty("user.name")));
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(end(gearbox("serve", "--engine", "selector", "--port", "0"), ExitCode.REFUSED))
                .startsWith("gearbox: " + sockets + " is not a folder that only you can use. Remove it, or name");
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwx------"));
        Path dead = Files.writeString(sockets.resolve("4194305-7007.sock"), ""); // longer than the system allows
        Process server = serve("selector");
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            port(out.readLine());
            assertThat(dead).doesNotExist();
        } finally {
            server.destroyForcibly();
        }
    }
}
