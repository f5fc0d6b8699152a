package dev.gearbox.files.method;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for an asynchronous read or write, as if it were a blocking one. */
public final class Completed {
    private Completed() {}

    /**
     * Waits for the result of an operation.
     *
     * @throws InterruptedIOException if the thread was interrupted; its interrupt status stays set
     * @throws IOException the failure of the operation
     */
    public static int of(Future<Integer> operation) throws IOException {
        try {
            return operation.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading or writing a file");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(failed.getCause());
        }
    }
}
