package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.Screen;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README is correct: its program compiles and serves, and its commands are valid. */
final class ReadmeTest {
    private static final Path ROOT = Programs.root();
    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("`\\./gearbox ([^`]+)`");

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md"));
    }

    @Test
    @Timeout(600)
    void its_program_compiles_and_serves_until_it_is_asked_to_end(@TempDir Path folder) throws Exception {
        Matcher program = PROGRAM.matcher(readme());
        assertThat(program.find()).isTrue();
        int port = freePort();
        assertThat(program.group(1)).contains("7007");
        Path source = Files.writeString(
                folder.resolve("Sample.java"), """
                import dev.gearbox.core.*;
                import java.net.InetSocketAddress;
                import java.time.Duration;

                public class Sample {
                    public static void main(String[] arguments) throws Exception {
                        %s
                    }
                }
                """.formatted(program.group(1).replace("7007", Integer.toString(port))));
        Process process = new ProcessBuilder(
                        Programs.java(),
                        "-p",
                        Programs.modulePath(),
                        "--add-modules",
                        "dev.gearbox.core",
                        source.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Socket socket = connect(process, port)) {
            socket.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
            process.destroy();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("ended by SIGTERM").isEqualTo(128 + 15);
            assertThat(socket.getInputStream().read())
                    .as("the connection was closed in order")
                    .isEqualTo(-1);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Socket connect(Process process, int port) throws IOException {
        while (true) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (ConnectException notYet) {
                assertThat(process.isAlive()).as("the program serves").isTrue();
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void each_of_its_commands_is_understood() throws IOException {
        List<String> commands = new ArrayList<>();
        COMMAND.matcher(readme()).results().forEach(found -> commands.add(found.group(1)));
        assertThat(commands).hasSizeGreaterThan(4);
        for (String command : commands) {
            Screen screen = Screen.pipe();
            // With --help everything is parsed and nothing is run.
            int code = Main.run(screen.console(), (command + " --help").split(" ", -1));
            assertThat(code).as(command + ": " + screen.err()).isZero();
        }
    }
}
