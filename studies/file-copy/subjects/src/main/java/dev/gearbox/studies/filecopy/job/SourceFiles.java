package dev.gearbox.studies.filecopy.job;

import dev.gearbox.data.DataReader;
import dev.gearbox.files.Digest;
import dev.gearbox.files.ReadStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files to read and copy, of the same length and with different random bytes, and the list of them, a file in the same folder.
 *
 * @param size the size of each file in bytes
 * @param digests the digest of each file, in order
 */
public record SourceFiles(long size, List<Long> digests) {
    private static final String LIST = "sources.json";
    private static final int AT_ONCE = 1 << 20;
    private static final DataReader READER = DataReader.ofPrograms(JsonMapper.builder(), IllegalArgumentException::new);

    /** Copies the list. */
    public SourceFiles {
        digests = List.copyOf(digests);
    }

    /**
     * Creates the files. They are on the disk when this method returns.
     *
     * @param folder an existing folder without such files
     * @throws InterruptedException if the thread is interrupted; some of the files may exist
     */
    public static SourceFiles make(Path folder, int count, long size) throws IOException, InterruptedException {
        List<Long> digests = new ArrayList<>();
        byte[] bytes = new byte[(int) Math.min(AT_ONCE, size)];
        for (int i = 0; i < count; i++) {
            SplittableRandom random = new SplittableRandom(i);
            Digest digest = new Digest();
            try (FileChannel out =
                    FileChannel.open(file(folder, i), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
                for (long left = size; left > 0; ) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException("interrupted while files were made");
                    }
                    random.nextBytes(bytes);
                    int length = (int) Math.min(bytes.length, left);
                    digest.accept(bytes, 0, length);
                    ByteBuffer piece = ByteBuffer.wrap(bytes, 0, length);
                    while (piece.hasRemaining()) {
                        out.write(piece);
                    }
                    left -= length;
                }
                // Otherwise they would be written to the disk during a measurement.
                out.force(true);
            }
            digests.add(digest.value());
        }
        SourceFiles made = new SourceFiles(size, digests);
        Files.writeString(folder.resolve(LIST), JsonMapper.shared().writeValueAsString(made));
        return made;
    }

    /** Returns the files of a folder. */
    public static SourceFiles in(Path folder) throws IOException {
        try (InputStream list = Files.newInputStream(folder.resolve(LIST))) {
            return READER.read(LIST, list, SourceFiles.class);
        }
    }

    /** Returns the path of a file. */
    public static Path file(Path folder, int number) {
        return folder.resolve(name(number));
    }

    static String name(int number) {
        return "source-" + number;
    }

    /** Returns whether a file, read by this strategy, has the same length and bytes as the source file of this number. */
    boolean same(int number, Path file, ReadStrategy reader) throws IOException {
        Digest digest = new Digest();
        return reader.read(file, digest) == size && digest.value() == digests.get(number);
    }
}
