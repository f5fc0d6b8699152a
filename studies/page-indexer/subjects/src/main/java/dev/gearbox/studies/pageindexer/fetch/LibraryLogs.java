package dev.gearbox.studies.pageindexer.fetch;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Silences the logs of libraries, which do not concern users who index pages: relevant problems are reported as failures. */
public final class LibraryLogs {
    /** Strong references: the JDK's logging drops the level of a logger that is garbage-collected. */
    private static final List<Logger> LOGGERS = List.of(
            Logger.getLogger("org.apache.lucene"),
            Logger.getLogger("crawlercommons"),
            Logger.getLogger("org.eclipse.jetty"),
            Logger.getLogger("org.apache.hc"),
            Logger.getLogger("reactor.netty"),
            Logger.getLogger("io.netty"));

    private LibraryLogs() {}

    /** Restricts logging to severe messages. */
    public static void hush() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.SEVERE));
    }
}
