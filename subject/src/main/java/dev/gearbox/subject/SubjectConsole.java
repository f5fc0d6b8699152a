package dev.gearbox.subject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The child's side of a run: prints {@code READY}, answers questions, and ends the JVM when its standard input ends, so that no subject outlives the
 * lab. JSON is written by hand here: this runs inside the JVM whose memory is measured.
 * <pre>
 *   job {...}     ► JOB {...}                                    does a job and reports the result; see {@link JobLog}
 *   stats         ► STATS {..., "usage": {...}, "jvm": {...}}    the counters; {@link Usage}, {@link JvmUsage}
 *                                                                and, with -Dgearbox.carriers=true, {@link CarrierProbe}
 *   gc            ► GC {"jvm": {...}}                            the same after a collection
 *   record FILE   ► RECORD {}                                    starts a recording of {@link JvmEvents}
 *   recorded      ► RECORDED {"written": true}                   writes the recording to the file
 * </pre>
 */
public final class SubjectConsole {
    private final BufferedReader in;
    private final PrintStream out;
    private final Optional<CarrierProbe> carriers =
            Boolean.getBoolean(CarrierProbe.PROPERTY) ? Optional.of(CarrierProbe.start()) : Optional.empty();
    private @Nullable Recording recording;

    SubjectConsole(BufferedReader in, PrintStream out) {
        this.in = in;
        this.out = out;
    }

    /**
     * Reports that this process accepts connections, then answers the lab until it disconnects, and then ends the JVM with exit code 0. Does not
     * return.
     *
     * @param port where it listens
     * @param stamp what really runs (engine, backend, protocol, ...): strings, numbers, booleans, nested maps
     * @param stats the subject's counters; called on the thread that called this method, once for each question
     */
    public static void serve(int port, Map<String, ?> stamp, Supplier<? extends Map<String, ?>> stats) {
        serve(port, stamp, stats, _ -> {
            throw new UnsupportedOperationException("this subject is a server and does no jobs");
        });
    }

    private static void serve(int port, Map<String, ?> stamp, Supplier<? extends Map<String, ?>> stats, Jobs jobs) {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var console = new SubjectConsole(in, new PrintStream(System.out, true, StandardCharsets.UTF_8));
        try {
            console.run(port, stamp, stats, jobs);
            Runtime.getRuntime().halt(0);
        } catch (IOException | RuntimeException broken) {
            broken.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** Runs a job for a subject. */
    public interface Jobs {
        /**
         * Runs the job.
         *
         * @param job its description, as in the workload's file, with the requested units and the origin's {@code port}
         * @return the result, whatever failed in it
         * @throws Exception if it could not be run at all; the message is one line
         */
        JobLog run(JsonNode job) throws Exception;
    }

    /**
     * Reports that this process is ready for jobs, then does what the lab requests until it disconnects, and then ends the JVM with exit code 0. Does
     * not return.
     *
     * @param stamp what really runs: strings, numbers, booleans, nested maps
     * @param stats the subject's counters; called on the thread that called this method
     * @param jobs called on the same thread, one after another
     */
    public static void serveJobs(Map<String, ?> stamp, Supplier<? extends Map<String, ?>> stats, Jobs jobs) {
        Map<String, Object> ready = new LinkedHashMap<>(stamp);
        ready.put("jobs", true);
        serve(0, ready, stats, jobs);
    }

    void run(int port, Map<String, ?> stamp, Supplier<? extends Map<String, ?>> stats, Jobs jobs) throws IOException {
        Map<String, Object> ready = new LinkedHashMap<>();
        if (port != 0) {
            ready.put("port", port);
        }
        ready.putAll(stamp);
        ready.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        // Once, without output: everything that an answer loads or links is loaded before the first measured window.
        // The JVM's own beans take a tenth of a second for that, which need not delay the READY line.
        told(stats);
        say("READY " + json(ready));
        JvmUsage.self();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line.strip()) {
                case "stats" -> say("STATS " + json(answer(stats)));
                case "gc" ->
                    say("GC " + json(Map.of("jvm", JvmUsage.afterCollection().fields())));
                case String other
                when other.startsWith("job ") -> say("JOB " + json(done(jobs, other.substring("job ".length()))));
                case String other
                when other.startsWith("record ") -> {
                    recording = recording(Path.of(other.substring("record ".length())));
                    say("RECORD {}");
                }
                case "recorded" -> say("RECORDED " + json(Map.of("written", recorded())));
                default -> {}
            }
        }
    }

    /** Returns the result, or the reason why it could not be run: that fails this arm, and its console continues. */
    @SuppressWarnings("IllegalCatch") // any throwable of a client is part of the answer
    private static Map<String, Object> done(Jobs jobs, String job) {
        try {
            return jobs.run(JsonMapper.shared().readTree(job)).answer();
        } catch (Exception | LinkageError failed) {
            failed.printStackTrace();
            return Map.of("failed", failed.toString());
        }
    }

    private static Recording recording(Path file) throws IOException {
        Recording recording = new Recording();
        JvmEvents.enable(recording);
        recording.setDestination(file);
        recording.start();
        return recording;
    }

    /** Returns whether there was a recording to stop and write. */
    private boolean recorded() {
        if (recording == null) {
            return false;
        }
        recording.close(); // writes it to its destination
        recording = null;
        return true;
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    private Map<String, Object> answer(Supplier<? extends Map<String, ?>> stats) {
        Map<String, Object> answer = told(stats);
        answer.put("jvm", JvmUsage.self().fields());
        return answer;
    }

    private Map<String, Object> told(Supplier<? extends Map<String, ?>> stats) {
        Map<String, Object> told = new LinkedHashMap<>(stats.get());
        carriers.ifPresent(probe -> told.put("carriers", probe.stats()));
        Usage.self().ifPresent(usage -> told.put("usage", usage.fields()));
        return told;
    }

    public static String json(Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder text, Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                String separator = "{";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    text.append(separator);
                    quote(text, String.valueOf(entry.getKey()));
                    text.append(':');
                    append(text, entry.getValue());
                    separator = ",";
                }
                text.append(map.isEmpty() ? "{}" : "}");
            }
            case Iterable<?> list -> {
                text.append('[');
                String separator = "";
                for (Object element : list) {
                    text.append(separator);
                    append(text, element);
                    separator = ",";
                }
                text.append(']');
            }
            case Double number when !Double.isFinite(number) -> text.append("null");
            case Number number -> text.append(number);
            case Boolean truth -> text.append(truth);
            default -> quote(text, value.toString());
        }
    }

    private static void quote(StringBuilder text, String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < 0x20) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
