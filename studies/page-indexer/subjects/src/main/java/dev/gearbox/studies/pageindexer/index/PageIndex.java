package dev.gearbox.studies.pageindexer.index;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.BytesRef;

/**
 * A folder with an index of pages: Lucene's index, and a journal of the entries that are not yet in Lucene's last commit.
 *
 * <pre>
 *   add(page) ── 1. journal (survives the process) ── 2. Lucene's memory
 *   at 64 MiB of journal, and at the end:  new journal file ── Lucene's commit ── delete old journal files
 *   open:  remaining journal files ── added again, each under its address, so without duplicates ── commit
 * </pre>
 *
 * <p>So a page for which {@link #add} has returned is never fetched again, even if the process is killed immediately. Thread-safe.
 */
public final class PageIndex implements AutoCloseable {
    private static final String LUCENE = "lucene";
    private static final String JOURNAL = "journal";
    private static final String TARGET = "to";
    private static final String REDIRECT = "redirect";
    private static final long JOURNAL_BYTES = 64 << 20;

    private final Path folder;
    private final FSDirectory directory;
    private final IndexWriter writer;
    private final Journal journal;
    private final long journalBytes;
    private final ReentrantReadWriteLock adding = new ReentrantReadWriteLock();
    private final Set<String> pages = new HashSet<>();
    private final Map<String, String> redirects = new HashMap<>();

    private PageIndex(Path folder, FSDirectory directory, IndexWriter writer, Journal journal, long journalBytes) {
        this.folder = folder;
        this.directory = directory;
        this.writer = writer;
        this.journal = journal;
        this.journalBytes = journalBytes;
    }

    /** The subfolder with Lucene's files. */
    public static Path lucene(Path folder) {
        return folder.resolve(LUCENE);
    }

    /**
     * Opens the index in that folder, and creates one if there is none.
     *
     * @throws IndexerException if another process has it open, it is damaged, or the folder holds something else
     */
    public static PageIndex open(Path folder) {
        return open(folder, JOURNAL_BYTES);
    }

    /** The same with a limit for the journal. */
    public static PageIndex open(Path folder, long journalBytes) {
        try {
            prepare(folder);
            FSDirectory directory = FSDirectory.open(lucene(folder));
            try {
                return open(folder, directory, journalBytes);
            } catch (IOException | RuntimeException failed) {
                directory.close();
                throw failed;
            }
        } catch (LockObtainFailedException taken) {
            throw new IndexerException(
                    "the index in " + folder + " is in use by another process. Wait for it, or name another folder",
                    taken);
        } catch (CorruptIndexException
                | IndexFormatTooOldException
                | IndexFormatTooNewException
                | IndexNotFoundException
                | EOFException
                | NoSuchFileException
                | IllegalArgumentException damage) {
            throw damaged(folder, damage);
        } catch (IOException unusable) {
            throw unusable(folder, unusable);
        }
    }

    static IndexerException damaged(Path folder, Exception damage) {
        return new IndexerException(
                "the index in " + folder + " is damaged (" + line(damage)
                        + "). Delete the folder and index again, or name another one",
                damage);
    }

    private static IndexerException unusable(Path folder, IOException thrown) {
        return new IndexerException(
                "cannot write an index to " + folder + " (" + line(thrown) + "). Name another folder", thrown);
    }

    private static String line(Exception thrown) {
        String said = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
        return thrown.getClass().getSimpleName() + ": " + said;
    }

    private static void prepare(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IndexerException(
                    folder + " is a file. Name a folder for the index, a new one or one with an index");
        }
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> !List.of(LUCENE, JOURNAL)
                                .contains(file.getFileName().toString()))
                        .findFirst()
                        .ifPresent(other -> {
                            throw new IndexerException(folder + " holds " + other.getFileName()
                                    + ", which is not an index. Name an empty folder, or one with an index");
                        });
            }
        }
        try {
            Files.createDirectories(lucene(folder));
            Files.createDirectories(folder.resolve(JOURNAL));
        } catch (FileAlreadyExistsException file) {
            throw new IndexerException(
                    "cannot create the folder " + folder + ": " + file.getMessage() + " is a file. Name another folder",
                    file);
        }
    }

    private static PageIndex open(Path folder, FSDirectory directory, long journalBytes) throws IOException {
        if (!DirectoryReader.indexExists(directory) && holdsSegments(directory)) {
            throw new IndexNotFoundException("there are segments without a list of them");
        }
        IndexWriter writer = new IndexWriter(
                directory,
                new IndexWriterConfig(new StandardAnalyzer()).setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND));
        try {
            for (Journal.JournalEntry entry : Journal.read(folder.resolve(JOURNAL))) {
                put(writer, entry);
            }
            Journal journal = Journal.after(folder.resolve(JOURNAL));
            PageIndex index = new PageIndex(folder, directory, writer, journal, journalBytes);
            index.commit();
            index.load();
            return index;
        } catch (IOException | RuntimeException failed) {
            writer.rollback();
            throw failed;
        }
    }

    /** Returns whether there are files that only exist after a commit; the first commit happens before the first page. */
    private static boolean holdsSegments(FSDirectory directory) throws IOException {
        return Stream.of(directory.listAll()).anyMatch(file -> file.startsWith("_"));
    }

    private void load() throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            for (LeafReaderContext leaf : reader.leaves()) {
                SortedDocValues addresses = DocValues.getSorted(leaf.reader(), PageText.ADDRESS);
                SortedDocValues targets = DocValues.getSorted(leaf.reader(), TARGET);
                for (int document = 0; document < leaf.reader().maxDoc(); document++) {
                    boolean live = leaf.reader().getLiveDocs() == null
                            || leaf.reader().getLiveDocs().get(document);
                    if (live && addresses.advanceExact(document)) {
                        String address = text(addresses);
                        if (targets.advanceExact(document)) {
                            redirects.put(address, text(targets));
                        } else {
                            pages.add(address);
                        }
                    }
                }
            }
        }
    }

    private static String text(SortedDocValues values) throws IOException {
        return values.lookupOrd(values.ordValue()).utf8ToString();
    }

    /** Returns the pages that were in the index when it was opened. */
    public Set<String> pages() {
        return pages;
    }

    /** Returns the redirects that were in the index when it was opened. */
    Map<String, String> redirects() {
        return redirects;
    }

    /**
     * Adds a page, or replaces the one with the same address. On return, the page survives the end of this process.
     *
     * @throws IndexerException if it cannot be written
     */
    void add(PageText page) {
        put(new Journal.JournalEntry.IndexedPage(page));
    }

    /** The same for a redirect. */
    public void redirect(String from, String to) {
        put(new Journal.JournalEntry.Redirect(from, to));
    }

    private void put(Journal.JournalEntry entry) {
        try {
            adding.readLock().lock();
            try {
                journal.append(entry);
                put(writer, entry);
            } finally {
                adding.readLock().unlock();
            }
            if (journal.size() > journalBytes) {
                commit();
            }
        } catch (IOException | AlreadyClosedException failed) {
            throw new IndexerException(
                    "cannot write to the index in " + folder + " (" + line(failed)
                            + "). Finished pages are kept: free some space and run the same command again",
                    failed);
        }
    }

    private static void put(IndexWriter writer, Journal.JournalEntry entry) throws IOException {
        switch (entry) {
            case Journal.JournalEntry.IndexedPage(PageText text) ->
                writer.updateDocument(new Term(PageText.ADDRESS, text.address()), text.document());
            case Journal.JournalEntry.Redirect(String from, String to) -> {
                Document document = new Document();
                document.add(new StringField(PageText.KIND, REDIRECT, Field.Store.NO));
                document.add(new StringField(PageText.ADDRESS, from, Field.Store.YES));
                document.add(new SortedDocValuesField(PageText.ADDRESS, new BytesRef(from)));
                document.add(new SortedDocValuesField(TARGET, new BytesRef(to)));
                writer.updateDocument(new Term(PageText.ADDRESS, from), document);
            }
        }
    }

    /** Commits everything to Lucene's own files, and deletes the journal up to here. */
    private synchronized void commit() throws IOException {
        long kept;
        adding.writeLock().lock();
        try {
            kept = journal.turn();
        } finally {
            adding.writeLock().unlock();
        }
        writer.commit();
        journal.dropBefore(kept);
    }

    /**
     * Commits and unlocks the folder.
     *
     * @throws IndexerException if the commit cannot be written; the journal still has all entries
     */
    @Override
    public void close() {
        try (directory;
                journal) {
            if (writer.isOpen()) {
                commit();
                writer.close();
            }
        } catch (IOException failed) {
            throw unusable(folder, failed);
        }
    }
}
