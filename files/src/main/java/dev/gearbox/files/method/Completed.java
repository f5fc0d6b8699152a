package dev.gearbox.files.method;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for an asynchronous read or write as if it were a blocking one. */
public final class Completed {
    private Completed() {}

    /**
     * The result of an operation, when it is there.
     *
     * @throws InterruptedIOException if the thread was interrupted; it stays so
     * @throws IOException why the operation failed
     */
    public static int of(Future<Integer> operation) throws IOException {
        try {
            return operation.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a file was read or written");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(failed.getCause());
        }
    }
}
