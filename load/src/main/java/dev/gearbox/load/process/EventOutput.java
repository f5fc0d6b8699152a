package dev.gearbox.load.process;

import dev.gearbox.load.loop.GeneratorListener;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The generator's standard output: events, one line of JSON each, flushed immediately. */
final class EventOutput implements GeneratorListener {
    private final PrintStream out;

    EventOutput(PrintStream out) {
        this.out = out;
    }

    static byte[] encoded(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Writes an encoded line. */
    void write(byte[] line) {
        out.write(line, 0, line.length);
        out.flush();
    }

    void say(String line) {
        write(encoded(line));
    }

    private void event(String name) {
        say("{\"event\":\"" + name + "\"}");
    }

    @Override
    public void connecting() {
        event("connecting");
    }

    @Override
    public void warming() {
        event("warming");
    }

    @Override
    public void measuring() {
        event("measuring");
    }

    @Override
    public void progress(long requests, long errors) {
        say("{\"event\":\"progress\",\"requests\":" + requests + ",\"errors\":" + errors + "}");
    }

    @Override
    public void measured() {
        event("measured");
    }
}
