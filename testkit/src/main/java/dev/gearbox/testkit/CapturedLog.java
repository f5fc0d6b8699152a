package dev.gearbox.testkit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** Captures what the library logs while this is open, on any thread. The records are passed on to the other handlers as well. */
public final class CapturedLog implements AutoCloseable {
    /** A strong reference: the log manager holds loggers weakly, and with them their handlers. */
    private final Logger logger = Logger.getLogger("dev.gearbox");

    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {
            // Records are kept in memory.
        }

        @Override
        public void close() {
            // Records are kept in memory.
        }
    };

    /** Starts to capture. */
    public CapturedLog() {
        logger.addHandler(handler);
    }

    /** Returns how many warnings carried {@code thrown} so far. */
    public long warnings(Throwable thrown) {
        return records.stream()
                .filter(record -> thrown.equals(record.getThrown()))
                .filter(record -> Level.WARNING.equals(record.getLevel()))
                .count();
    }

    /** Returns how many warnings there were so far. */
    public long warnings() {
        return records.stream()
                .filter(record -> Level.WARNING.equals(record.getLevel()))
                .count();
    }

    /** Returns the messages so far, one a line. */
    public String text() {
        return records.stream().map(LogRecord::getMessage).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
