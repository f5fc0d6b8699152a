package dev.gearbox.check.instrument;

import java.io.IOException;

/** Sends signals to a process, by the command {@code kill}: Java can only terminate one. */
final class UnixSignals {
    private UnixSignals() {}

    /**
     * Sends a signal.
     *
     * @param name such as STOP
     * @throws IOException if it could not be sent
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
