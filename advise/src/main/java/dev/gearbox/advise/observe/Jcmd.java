package dev.gearbox.advise.observe;

import dev.gearbox.advise.AdviseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Asks a JVM to do something, with the JDK's {@code jcmd}. It attaches, asks, and leaves nothing behind; JMX would open a port in the other process, and its own
 * connections would be among those that are counted.
 */
final class Jcmd {
    /** How long the other JVM may take to listen; its default of ten seconds is long for a person who waits. */
    private static final String PATIENCE = "-J-Dsun.tools.attach.attachTimeout=5000";

    private static final long MOST_SECONDS = 60;

    private final JavaProcess process;

    Jcmd(JavaProcess process) {
        this.process = process;
    }

    /**
     * Asks, and returns what was answered.
     *
     * @param expected what the answer contains if it was done
     * @throws AdviseException if it was not
     */
    String ask(String expected, String... words) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                PATIENCE,
                Long.toString(process.pid())));
        command.addAll(List.of(words));
        String said;
        try {
            Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
            try {
                jcmd.getOutputStream().close();
                if (!jcmd.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                    throw silent("it said nothing for " + MOST_SECONDS + " s");
                }
                said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8); // a few lines
            } finally {
                jcmd.destroy();
            }
        } catch (IOException failed) {
            throw new AdviseException("cannot run jcmd of the JDK: " + failed.getMessage(), failed);
        }
        if (!said.contains(expected)) {
            throw silent(reason(said));
        }
        return said;
    }

    private AdviseException silent(String reason) {
        return new AdviseException("process " + process.pid() + " does not answer jcmd (" + reason
                + "). Make a recording of it another way, and name its file");
    }

    /** The message of the exception that jcmd prints with its stack, or the last line of the JVM's answer. */
    private static String reason(String said) {
        return said.lines()
                .filter(line -> line.contains("Exception: "))
                .map(line -> line.substring(line.indexOf("Exception: ") + "Exception: ".length()))
                .findFirst()
                .or(() -> said.lines().filter(line -> !line.isBlank()).reduce((_, last) -> last))
                .orElse("no word");
    }
}
