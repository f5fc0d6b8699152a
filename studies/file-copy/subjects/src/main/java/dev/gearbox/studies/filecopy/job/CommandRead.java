package dev.gearbox.studies.filecopy.job;

import dev.gearbox.subject.JobLog;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** An external program that reads files: one process for each batch. */
sealed interface CommandRead permits CLoopRead, FioRead {
    /** The supported programs. */
    List<String> NAMES = List.of(CLoopRead.NAME, FioRead.NAME);

    /** The size of a buffer if the workload does not set it. */
    long USUAL_BUFFER = 64 << 10;

    /** Does the reads from one number to another, and records each as completed or failed. */
    void read(FileOrder order, SourceFiles sources, int first, int end, JobLog log)
            throws IOException, InterruptedException;

    /** Creates the reader of a name. */
    static CommandRead of(String name) {
        return name.equals(FioRead.NAME) ? new FioRead() : new CLoopRead();
    }

    /** Returns why a program cannot run on this machine; empty if it can. */
    static Optional<String> absence(String name) {
        return switch (name) {
            case FioRead.NAME -> Programs.isInstalled(name) ? Optional.empty() : Optional.of("it is not installed");
            default ->
                Programs.isInstalled(CLoopRead.COMPILER)
                        ? Optional.empty()
                        : Optional.of("cc, which would compile it, is not installed");
        };
    }

    /** Returns the size of the buffer for a job, in bytes. */
    static long buffer(FileOrder order) {
        return order.buffer().equals("usual") ? USUAL_BUFFER : ByteCount.of(order.buffer());
    }
}
