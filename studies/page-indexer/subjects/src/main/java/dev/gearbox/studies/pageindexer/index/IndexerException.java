package dev.gearbox.studies.pageindexer.index;

/** An error of the indexer that the user can fix. The message is one line that says what, why and what to do. */
public final class IndexerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public IndexerException(String line) {
        super(line);
    }

    public IndexerException(String line, Throwable cause) {
        super(line, cause);
    }
}
