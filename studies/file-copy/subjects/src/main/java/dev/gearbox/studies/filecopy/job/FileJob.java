package dev.gearbox.studies.filecopy.job;

import dev.gearbox.files.BlockStrategy;
import dev.gearbox.files.CopyStrategy;
import dev.gearbox.files.Digest;
import dev.gearbox.files.PageCache;
import dev.gearbox.files.ReadStrategy;
import dev.gearbox.files.TopDirectory;
import dev.gearbox.files.read.ReadStrategies;
import dev.gearbox.subject.JobLog;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The job of a row: reads or copies files, one after another on one thread, and begins with the first again after the last, so that small files fill a
 * slice. In batches, so that targets need little space, and a file is cold each time:
 * <pre>
 *   begin ─ (cold: drop the batch from the cache | warm: cache it; touch memory for the copies) ─ read, read, ... | copy, copy, ... each with fsync, if requested
 *                 ─ (check every target, remove it) ─ next batch ... ─ over
 * </pre>
 * The job is paused during the steps in parentheses. A read computes the digest of every byte, which is compared; a target is read back.
 */
final class FileJob implements SubjectConsole.Jobs {
    private static final long BATCH = 256 << 20;

    private final FileRow row;
    private final PageCache cache = new PageCache();
    private final ReadStrategy checker = ReadStrategies.create("channel-direct?buffer=1048576");
    /** The strategies, by the size of their buffers. */
    private final Map<String, ReadStrategy> readers = new HashMap<>();

    private final Map<String, CopyStrategy> copiers = new HashMap<>();
    private @Nullable CommandRead command;
    private @Nullable BlockStrategy blocks;
    private boolean clonesExcluded;

    FileJob(FileRow row) {
        this.row = row;
    }

    @Override
    public JobLog run(JsonNode job) throws IOException, InterruptedException {
        FileOrder order = FileOrder.of(job);
        SourceFiles sources = SourceFiles.in(order.folder());
        if (row.kind() == FileRow.Kind.RANDOM) {
            return blocks(order, sources);
        }
        if (order.files() > sources.digests().size()) {
            throw new IOException("the job needs " + order.files() + " files, and there are "
                    + sources.digests().size());
        }
        boolean copied = row.kind() == FileRow.Kind.COPY;
        int batch = order.batch(BATCH / Math.max(1, sources.size()), copied);
        JobLog log = new JobLog(order.operations());
        Batches batches = copied ? copies(order, sources, log) : reads(order, sources, log);
        log.begin();
        for (int first = 0; first < order.operations(); first += batch) {
            int end = Math.min(order.operations(), first + batch);
            log.pause();
            prepare(order, first, end);
            if (copied) {
                Pretouch.files(end - first, sources.size());
            }
            log.resume();
            batches.run(first, end);
        }
        log.over();
        return log;
    }

    /** Reads blocks of the only file. */
    private JobLog blocks(FileOrder order, SourceFiles sources) throws IOException {
        BlockStrategy open = blocks == null ? row.blocks() : blocks;
        blocks = open;
        prepare(order, 0, 1);
        JobLog log = new JobLog(order.operations());
        log.begin();
        RandomBlocks.run(SourceFiles.file(order.folder(), 0), order.operations(), sources.size(), open, log);
        log.over();
        return log;
    }

    /** Does the operations from one number to another, as one batch. */
    private interface Batches {
        void run(int first, int end) throws IOException, InterruptedException;
    }

    private void prepare(FileOrder order, int first, int end) throws IOException {
        for (int i = first; i < Math.min(end, first + order.files()); i++) {
            Path source = SourceFiles.file(order.folder(), order.source(i));
            if (order.cold()) {
                cache.forget(source);
            } else {
                cache.warm(source);
            }
        }
    }

    private Batches reads(FileOrder order, SourceFiles sources, JobLog log) {
        if (row.isCommand()) {
            CommandRead program = command == null ? CommandRead.of(row.spec()) : command;
            command = program;
            return (first, end) -> program.read(order, sources, first, end, log);
        }
        ReadStrategy reader = readers.computeIfAbsent(order.buffer(), row::reader);
        return (first, end) -> {
            for (int i = first; i < end; i++) {
                long begun = log.now();
                Digest digest = new Digest();
                int source = order.source(i);
                long length = reader.read(SourceFiles.file(order.folder(), source), digest);
                if (length == sources.size()
                        && digest.value() == sources.digests().get(source)) {
                    log.completed(begun);
                } else {
                    log.failed("differs");
                }
            }
        };
    }

    private Batches copies(FileOrder order, SourceFiles sources, JobLog log) throws IOException {
        CopyStrategy copier = copiers.computeIfAbsent(order.buffer(), row::copier);
        Path targets = newTargets(order.folder());
        return (first, end) -> {
            long[] begun = new long[end - first];
            long[] ended = new long[end - first];
            for (int i = first; i < end; i++) {
                begun[i - first] = log.now();
                Path target = target(targets, i);
                copier.copy(SourceFiles.file(order.folder(), order.source(i)), target);
                if (order.sync()) {
                    sync(target);
                }
                ended[i - first] = log.now();
            }
            log.pause();
            for (int i = first; i < end; i++) {
                Path target = target(targets, i);
                excludeClone(target);
                if (sources.same(order.source(i), target, checker)) {
                    log.completed(begun[i - first], ended[i - first]);
                } else {
                    log.failed("differs");
                }
                Files.delete(target);
            }
            if (end == order.operations()) {
                Files.delete(targets);
            }
            log.resume();
        };
    }

    /** Creates a directory for the copies of one job, away from where the copies of the last ones were removed. */
    private static Path newTargets(Path folder) throws IOException {
        TopDirectory.mark(folder);
        return Files.createTempDirectory(folder, "targets-");
    }

    private static Path target(Path targets, int number) {
        return targets.resolve("target-" + number);
    }

    private static void sync(Path target) throws IOException {
        try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Fails if the target is a clone. Checks only the first target: the query writes it to the disk, and a row that shares blocks does so every time. */
    private void excludeClone(Path target) throws IOException {
        if (!clonesExcluded) {
            long shared = cache.shared(target);
            if (shared > 0) {
                throw new FileSystemException(
                        target.toString(),
                        null,
                        "it shares " + shared + " bytes with its source (FIEMAP): it is a clone, not a copy");
            }
            clonesExcluded = true;
        }
    }
}
