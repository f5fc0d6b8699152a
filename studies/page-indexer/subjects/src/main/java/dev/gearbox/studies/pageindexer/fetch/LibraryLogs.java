package dev.gearbox.studies.pageindexer.fetch;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What libraries log for those who operate them is no news for who indexes pages: what matters of it comes as a failure with its kind. */
public final class LibraryLogs {
    /** Held here: the logging of the JDK forgets the level of a logger that nobody holds. */
    private static final List<Logger> LOGGERS = List.of(
            Logger.getLogger("org.apache.lucene"),
            Logger.getLogger("crawlercommons"),
            Logger.getLogger("org.eclipse.jetty"),
            Logger.getLogger("org.apache.hc"),
            Logger.getLogger("reactor.netty"),
            Logger.getLogger("io.netty"));

    private LibraryLogs() {}

    /** Only what is severe is printed from now on. */
    public static void hush() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.SEVERE));
    }
}
