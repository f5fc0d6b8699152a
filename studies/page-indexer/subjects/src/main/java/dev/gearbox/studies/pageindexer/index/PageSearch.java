package dev.gearbox.studies.pageindexer.index;

import dev.gearbox.studies.pageindexer.fetch.LibraryLogs;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.simple.SimpleQueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.uhighlight.DefaultPassageFormatter;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.FSDirectory;

/**
 * Searches the pages of an index folder; while another process indexes into it, the search covers the last commit. Pages are ranked by the score of title
 * and text (BM25, a word in the title counts twice), and equal scores by address, so that the same pages give the same result, in whatever order they were
 * indexed.
 */
public final class PageSearch implements AutoCloseable {
    private static final Map<String, Float> FIELDS = Map.of(PageText.TITLE, 2f, PageText.BODY, 1f);
    private static final int PASSAGES = 2;
    private static final int SNIPPET = 120;
    private static final int MOST_CHARACTERS = 1 << 20;

    private final Path folder;
    private final FSDirectory directory;
    private final DirectoryReader reader;
    private final StandardAnalyzer analyzer = new StandardAnalyzer();

    private PageSearch(Path folder, FSDirectory directory, DirectoryReader reader) {
        this.folder = folder;
        this.directory = directory;
        this.reader = reader;
    }

    /**
     * A page that was found.
     *
     * @param title of the page
     * @param address of the page
     * @param snippet the text around the words, each in brackets
     */
    public record Hit(String title, String address, String snippet) {}

    /**
     * The result of a search.
     *
     * @param total the number of pages found
     * @param first the best pages
     */
    public record Hits(long total, List<Hit> first) {
        public Hits {
            first = List.copyOf(first);
        }
    }

    /**
     * Opens the index in that folder.
     *
     * @throws IndexerException if there is none, or it is damaged
     */
    public static PageSearch open(Path folder) {
        LibraryLogs.hush();
        if (!Files.isDirectory(PageIndex.lucene(folder))) {
            throw none(folder);
        }
        try {
            FSDirectory directory = FSDirectory.open(PageIndex.lucene(folder));
            try {
                if (!DirectoryReader.indexExists(directory)) {
                    throw none(folder);
                }
                return new PageSearch(folder, directory, DirectoryReader.open(directory));
            } catch (IOException | RuntimeException failed) {
                directory.close();
                throw failed;
            }
        } catch (CorruptIndexException
                | IndexFormatTooOldException
                | IndexFormatTooNewException
                | IndexNotFoundException
                | EOFException
                | NoSuchFileException
                | IllegalArgumentException damage) {
            throw PageIndex.damaged(folder, damage);
        } catch (IOException unreadable) {
            throw new IndexerException(
                    "cannot read the index in " + folder + " (" + unreadable.getMessage() + "). Name another folder",
                    unreadable);
        }
    }

    private static IndexerException none(Path folder) {
        return new IndexerException(
                "there is no index in " + folder + ". Create one: gearbox index --urls LIST --into " + folder);
    }

    /** Returns the number of pages in the index. */
    public int pages() throws IOException {
        return new IndexSearcher(reader).count(new TermQuery(new Term(PageText.KIND, PageText.PAGE)));
    }

    /**
     * Finds the pages with all these words. Supports {@code "a phrase"}, {@code -without}, {@code either | or} and {@code prefix*}; there are no syntax errors.
     *
     * @param most the maximum number of pages to return
     * @throws IndexerException if the index is damaged
     */
    public Hits find(String words, int most) {
        SimpleQueryParser parser = new SimpleQueryParser(analyzer, FIELDS);
        parser.setDefaultOperator(BooleanClause.Occur.MUST);
        Query wanted = parser.parse(words);
        Query query = new BooleanQuery.Builder()
                .add(wanted, BooleanClause.Occur.MUST)
                .add(new TermQuery(new Term(PageText.KIND, PageText.PAGE)), BooleanClause.Occur.FILTER)
                .build();
        try {
            IndexSearcher searcher = new IndexSearcher(reader);
            Sort order = new Sort(SortField.FIELD_SCORE, new SortField(PageText.ADDRESS, SortField.Type.STRING));
            TopFieldDocs found = searcher.search(query, most, order);
            return new Hits(searcher.count(query), hits(searcher, wanted, found));
        } catch (CorruptIndexException | EOFException damage) {
            throw PageIndex.damaged(folder, damage);
        } catch (IOException unreadable) {
            throw new IndexerException(
                    "cannot read the index in " + folder + " (" + unreadable.getMessage() + "). Try again", unreadable);
        }
    }

    private List<Hit> hits(IndexSearcher searcher, Query wanted, TopFieldDocs found) throws IOException {
        UnifiedHighlighter highlighter = UnifiedHighlighter.builder(searcher, analyzer)
                .withFormatter(new DefaultPassageFormatter("[", "]", " ... ", false))
                .withBreakIterator(() -> LengthGoalBreakIterator.createClosestToLength(
                        BreakIterator.getWordInstance(Locale.ROOT), SNIPPET, 0.5f))
                .withMaxLength(MOST_CHARACTERS)
                .withMaxNoHighlightPassages(1)
                .build();
        String[] snippets = highlighter.highlight(PageText.BODY, wanted, found, PASSAGES);
        StoredFields stored = searcher.storedFields();
        List<Hit> hits = new ArrayList<>();
        for (int hit = 0; hit < found.scoreDocs.length; hit++) {
            Document document = stored.document(found.scoreDocs[hit].doc);
            hits.add(new Hit(
                    value(document, PageText.TITLE),
                    value(document, PageText.ADDRESS),
                    snippets[hit] == null ? "" : snippets[hit].strip()));
        }
        return hits;
    }

    private static String value(Document document, String field) {
        String value = document.get(field);
        return value == null ? "" : value;
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
