package dev.gearbox.studies.filecopy.job;

import dev.gearbox.subject.JobLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The benchmark fio, which reads with pread and digests nothing, so only the number of bytes that it reports is checked. A process reads a batch. Its time is
 * the one that it reports, in ms, because its start and its end take a second; its processor time includes both. Of a batch that begins with the first file
 * again after the last, one process does all complete rounds, and another the rest.
 */
final class FioRead implements CommandRead {
    static final String NAME = "fio";

    /** The smallest file whose batch takes some of the whole milliseconds in which fio reports its time. */
    static final long LEAST_BYTES = 1 << 20;

    @Override
    public void read(FileOrder order, SourceFiles sources, int first, int end, JobLog log)
            throws IOException, InterruptedException {
        int loops = (end - first) / order.files();
        int rest = first + loops * order.files();
        if (loops > 0) {
            read(order, sources, first, first + order.files(), loops, log);
        }
        if (rest < end) {
            read(order, sources, rest, end, 1, log);
        }
    }

    /** Reads some files, each that many times. */
    private static void read(FileOrder order, SourceFiles sources, int first, int end, int loops, JobLog log)
            throws IOException, InterruptedException {
        long begun = log.now();
        long block = Math.min(CommandRead.buffer(order), sources.size());
        if (sources.size() % block != 0) {
            throw new IOException("fio reads whole blocks only, and " + sources.size() + " bytes are not a multiple of "
                    + block + ". Set a buffer that divides the size");
        }
        List<String> names = IntStream.range(first, end)
                .mapToObj(i -> SourceFiles.name(order.source(i)))
                .toList();
        Process process = new ProcessBuilder(command(block, names, loops))
                .directory(order.folder().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("fio failed: " + said.lines().findFirst().orElse("exit code " + process.exitValue()));
        }
        FioRun run = run(said);
        log.exclude(log.now() - begun - run.nanos);
        int reads = (end - first) * loops;
        long each = run.nanos / reads;
        boolean right = run.bytes == sources.size() * reads;
        for (int i = 0; i < reads; i++) {
            if (right) {
                log.completed(begun + i * each, begun + (i + 1) * each);
            } else {
                log.failed("differs");
            }
        }
    }

    static List<String> command(long block, List<String> names, int loops) {
        return List.of(
                NAME,
                "--name=read",
                "--readonly",
                "--rw=read",
                "--ioengine=psync",
                "--thread",
                // By default it would drop the files from the page cache first.
                "--invalidate=0",
                "--file_service_type=sequential",
                "--openfiles=1",
                "--bs=" + block,
                "--loops=" + loops,
                "--filename=" + String.join(":", names),
                "--output-format=json");
    }

    /**
     * What fio reports.
     *
     * @param bytes read
     * @param nanos the time that it took
     */
    record FioRun(long bytes, long nanos) {}

    /** Decodes the output of fio. Lines before the JSON are warnings. */
    static FioRun run(String said) throws IOException {
        try {
            JsonNode job = JsonMapper.shared()
                    .readTree(said.substring(Math.max(0, said.indexOf('{'))))
                    .path("jobs")
                    .path(0);
            if (job.path("error").asInt(0) != 0) {
                throw new IOException(
                        "fio reports the error " + job.path("error").asInt());
            }
            JsonNode read = job.path("read");
            return new FioRun(
                    read.path("io_bytes").asLong(-1),
                    TimeUnit.MILLISECONDS.toNanos(
                            Math.max(1, read.path("runtime").asLong(0))));
        } catch (JacksonException broken) {
            throw new IOException(
                    "fio printed no JSON: " + said.lines().findFirst().orElse("nothing"), broken);
        }
    }
}
