package dev.gearbox.check.instrument;

import java.io.IOException;

/** Signals to a process, by the command {@code kill}: Java has none but those that end one. */
final class UnixSignals {
    private UnixSignals() {}

    /**
     * Sends one.
     *
     * @param name such as STOP
     * @throws IOException when it could not be sent
     */
    static void send(String name, long pid) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " " + pid + " ended with exit code " + code);
        }
    }
}
