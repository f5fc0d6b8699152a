package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.workload.Subject;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** An external server that is started like in the lab, without the lab. */
record RunningExternal(Process process, int port) implements AutoCloseable {
    static RunningExternal start(String name, String protocol) throws IOException {
        Subject subject = EchoServer.subject("external:" + name, Optional.empty());
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(subject.launch().options());
        command.addAll(subject.args());
        command.addAll(List.of("--protocol", protocol, "--port", "0"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String ready = out.readLine();
        assertThat(ready).startsWith("READY ");
        return new RunningExternal(
                process,
                JsonMapper.shared()
                        .readTree(ready.substring("READY ".length()))
                        .path("port")
                        .asInt());
    }

    Socket connect() throws IOException {
        return new Socket(address().getAddress(), port);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Returns the processor time of the program, without its guardian. */
    Duration cpu() {
        return process.descendants()
                .flatMap(one -> one.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        assertThat(process.onExit().join().exitValue()).isZero();
    }
}
