package dev.gearbox.studies.pageindexer.index;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Files with the entries that are not yet committed to the index: each entry is written before {@link #append} returns, so that it survives any end of the
 * process (after a power failure, pages that the system had not written yet are fetched again). Entries are appended to the newest file; older files are
 * deleted once a commit contains their entries.
 *
 * <p>An entry consists of its length, its CRC-32C and its bytes. Reading ends at the first incomplete one, which was being written.
 */
final class Journal implements AutoCloseable {
    private static final int HEAD = 8;
    private static final int MOST = 1 << 30;
    private static final String SUFFIX = ".journal";

    /** The types of entries. */
    sealed interface JournalEntry {
        /** A page to index. */
        record IndexedPage(PageText text) implements JournalEntry {}

        /** An address that redirects to another one. */
        record Redirect(String from, String to) implements JournalEntry {}
    }

    private final Path folder;
    private long number;
    private FileOutputStream newest;
    private long size;

    private Journal(Path folder, long number) throws IOException {
        this.folder = folder;
        this.number = number;
        newest = create(number);
    }

    /** Returns the entries left by earlier processes, in order. */
    static List<JournalEntry> read(Path folder) throws IOException {
        List<JournalEntry> entries = new ArrayList<>();
        for (long number : numbers(folder)) {
            read(file(folder, number), entries);
        }
        return entries;
    }

    /** Begins a new file after the existing ones. */
    static Journal after(Path folder) throws IOException {
        return new Journal(folder, numbers(folder).stream().reduce(0L, Math::max) + 1);
    }

    /** Writes an entry; it survives even if the process ends immediately. */
    synchronized void append(JournalEntry entry) throws IOException {
        byte[] bytes = bytes(entry);
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        ByteBuffer whole = ByteBuffer.allocate(HEAD + bytes.length);
        whole.putInt(bytes.length).putInt((int) sum.getValue()).put(bytes);
        newest.write(whole.array());
        size += whole.capacity();
    }

    /** Returns the size of the newest file in bytes. */
    synchronized long size() {
        return size;
    }

    /**
     * Begins a new file.
     *
     * @return its number: all files before it can be deleted once their entries are committed
     */
    synchronized long turn() throws IOException {
        FileOutputStream next = create(number + 1);
        newest.close();
        newest = next;
        size = 0;
        number++;
        return number;
    }

    /** Deletes the files before that one. */
    void dropBefore(long kept) throws IOException {
        for (long old : numbers(folder)) {
            if (old < kept) {
                Files.delete(file(folder, old));
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        newest.close();
    }

    /** A stream, because interrupting a writing thread would close a channel for all threads. */
    private FileOutputStream create(long fileNumber) throws IOException {
        return new FileOutputStream(Files.createFile(file(folder, fileNumber)).toFile());
    }

    private static Path file(Path folder, long number) {
        return folder.resolve(number + SUFFIX);
    }

    private static List<Long> numbers(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("[0-9]{1,18}\\" + SUFFIX))
                    .map(name -> Long.valueOf(name.substring(0, name.length() - SUFFIX.length())))
                    .sorted()
                    .toList();
        }
    }

    private static void read(Path file, List<JournalEntry> entries) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            long left = Files.size(file);
            while (left >= HEAD) {
                int length = in.readInt();
                int sum = in.readInt();
                left -= HEAD;
                if (length < 0 || length > left) {
                    return;
                }
                byte[] bytes = in.readNBytes(length);
                left -= length;
                CRC32C actual = new CRC32C();
                actual.update(bytes);
                if ((int) actual.getValue() != sum) {
                    return;
                }
                entries.add(entry(bytes));
            }
        }
    }

    private static byte[] bytes(JournalEntry entry) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        switch (entry) {
            case JournalEntry.IndexedPage(PageText(String address, String title, String body)) -> {
                out.writeByte('P');
                write(out, address);
                write(out, title);
                write(out, body);
            }
            case JournalEntry.Redirect(String from, String to) -> {
                out.writeByte('R');
                write(out, from);
                write(out, to);
            }
        }
        return bytes.toByteArray();
    }

    private static JournalEntry entry(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int kind = in.readByte();
        return switch (kind) {
            case 'P' -> new JournalEntry.IndexedPage(new PageText(text(in), text(in), text(in)));
            case 'R' -> new JournalEntry.Redirect(text(in), text(in));
            default -> throw new IOException("an entry of the unknown kind " + kind);
        };
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST) {
            throw new EOFException("a text of " + length + " bytes");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
