package dev.gearbox.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.Programs;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gearbox serve} in a process of its own, as a user runs it. */
@Timeout(600)
final class ServeCommandTest {
    private static final Pattern ADDRESS =
            Pattern.compile("(.+) serves echo on ([0-9.]+):(\\d+)\\. Press Ctrl-C to stop\\.");

    @Test
    void says_where_it_listens_echoes_and_ends_with_a_line_when_asked_to() throws Exception {
        Process process = new ProcessBuilder(Programs.java(
                        "dev.gearbox.cli",
                        "dev.gearbox.cli.Main",
                        List.of("serve", "--engine", "reactors?threads=2", "--port", "0")))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            Matcher said = ADDRESS.matcher(String.valueOf(out.readLine()));
            assertThat(said.matches()).isTrue();
            assertThat(said.group(1)).isEqualTo("reactors?threads=2");
            assertThat(said.group(2)).isEqualTo("127.0.0.1");
            assertThat(out.readLine())
                    .startsWith("Control socket: ")
                    .endsWith(".sock. Use gearbox shift to move connections.");
            echo(Integer.parseInt(said.group(3)));
            process.toHandle()
                    .destroy(); // not Process.destroy, which closes the streams and loses the remaining output
            assertThat(out.readLine())
                    .matches("Ended \\((graceful|forced)\\): 1 connections, 5 B read, 5 B written\\.");
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(128 + 15);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void echo(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void serves_over_tls_with_a_key_file(@TempDir Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        Path password = Files.writeString(folder.resolve("password"), "of this test\n");
        makeKeys(keys, "of this test");
        Process process = new ProcessBuilder(Programs.java(
                        "dev.gearbox.cli",
                        "dev.gearbox.cli.Main",
                        List.of(
                                "serve",
                                "--engine",
                                "virtual",
                                "--port",
                                "0",
                                "--tls",
                                keys.toString(),
                                "--tls-password-file",
                                password.toString())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            Matcher said = Pattern.compile(
                            "virtual serves echo over TLS on ([0-9.]+):(\\d+)\\. Press Ctrl-C to stop\\.")
                    .matcher(String.valueOf(out.readLine()));
            assertThat(said.matches()).isTrue();
            SSLContext trusting = trusting(keys, "of this test");
            try (Socket socket = trusting.getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), Integer.parseInt(said.group(2)))) {
                socket.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static void makeKeys(Path keys, String password) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process making = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-keystore",
                        keys.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        password,
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost")
                .inheritIO()
                .start();
        assertThat(making.waitFor()).isZero();
    }

    private static SSLContext trusting(Path keys, String password) throws Exception {
        KeyStore store = KeyStore.getInstance(keys.toFile(), password.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("test", store.getCertificate("test"));
        trust.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void a_key_file_that_is_none_is_told_in_a_line(@TempDir Path folder) throws Exception {
        Path nothing = Files.writeString(folder.resolve("nothing.p12"), "nothing");
        assertThat(refusal("--tls", nothing.toString())).contains("cannot be read as PKCS #12");
        assertThat(refusal("--tls", folder.resolve("missing.p12").toString())).contains("does not exist");
        assertThat(refusal("--tls-password-file", nothing.toString())).contains("needs --tls");
    }

    private static String refusal(String... options) {
        Screen screen = Screen.pipe();
        List<String> arguments = new ArrayList<>(List.of("serve", "--engine", "selector", "--port", "0"));
        arguments.addAll(List.of(options));
        assertThat(Main.run(screen.console(), arguments.toArray(String[]::new))).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).hasLineCount(1);
        return screen.err();
    }

    @Test
    void each_refusal_of_the_system_is_explained() {
        InetSocketAddress http = InetSocketAddress.createUnresolved("127.0.0.1", 80);
        assertThat(ServeCommand.explain(http, new BindException("Permission denied")))
                .isEqualTo("port 80 is privileged, and you may not bind it. Choose a port from 1024 on");
        assertThat(ServeCommand.explain(http, new BindException("Address already in use")))
                .startsWith("port 80 is in use. ");
        assertThat(ServeCommand.explain(http, new BindException("Cannot assign requested address")))
                .startsWith("127.0.0.1 is not an address of this machine. ");
        assertThat(ServeCommand.explain(http, new BindException("Kaputt")))
                .isEqualTo("cannot listen on 127.0.0.1:80: Kaputt. Choose another port");
    }

    @Test
    void load_drives_it_and_checks_what_comes_back() throws Exception {
        try (var engine = Engines.start("selector");
                var listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> connection::write,
                        Options.DEFAULT)) {
            int port = ((InetSocketAddress) listener.address()).getPort();
            Screen screen = Screen.pipe();
            int code = load(screen, port, 200);
            // A busy machine may not answer that soon.
            for (int millis = 800; millis < 60_000 && screen.err().contains("no request was answered"); millis *= 4) {
                screen = Screen.pipe();
                code = load(screen, port, millis);
            }
            assertThat(code).as(screen.err()).isZero();
            assertThat(screen.out()).contains("requests/s answered").contains("Errors: none");
            assertThat(screen.err()).isEmpty();
        }
    }

    private static int load(Screen screen, int port, int millis) {
        return Main.run(
                screen.console(),
                "load",
                "tcp://127.0.0.1:" + port,
                "--connections",
                "2",
                "--duration",
                millis + "ms",
                "--warm-up",
                "100ms");
    }

    @Test
    void a_target_that_refuses_is_told_in_a_line() throws Exception {
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Screen screen = Screen.pipe();
        int code = Main.run(
                screen.console(),
                "load",
                "tcp://127.0.0.1:" + port,
                "--connections",
                "1",
                "--duration",
                "100ms",
                "--warm-up",
                "0s",
                "--timeout",
                "300ms",
                "--json");
        assertThat(code).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).startsWith("gearbox: no request was answered").hasLineCount(1);
        assertThat(screen.out()).contains("\"refused\"");
    }
}
