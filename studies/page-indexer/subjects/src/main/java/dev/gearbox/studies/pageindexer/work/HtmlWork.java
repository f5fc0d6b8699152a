package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import dev.gearbox.studies.pageindexer.index.PageText;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Parses the page and indexes its text like the indexer, but in memory; the index is cleared from time to time to bound memory. */
final class HtmlWork implements PageWork {
    private static final int PAGES_KEPT = 20_000;

    private final IndexWriter writer;

    HtmlWork() {
        try {
            writer = new IndexWriter(
                    new ByteBuffersDirectory(), new IndexWriterConfig(new StandardAnalyzer()).setCommitOnClose(false));
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory does not fail", impossible);
        }
    }

    @Override
    public long on(FetchedPage page) {
        try {
            if (writer.getDocStats().maxDoc >= PAGES_KEPT) {
                writer.deleteAll();
            }
            return writer.addDocument(PageText.of(page).document());
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory does not fail", impossible);
        }
    }
}
