package dev.gearbox.origin;

import dev.gearbox.http.HttpHeaders;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Pages of a folder, a zip or a jar, such as one of Javadoc: every HTML, XML and text file is a page, under its path in there. They are read into
 * memory before the first request, up to {@link #MOST_BYTES}: no disk access disturbs the measurement.
 */
public final class StoredPages implements Pages {
    /** The maximum size of all pages together. */
    public static final long MOST_BYTES = 1L << 30;

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "htm", "text/html; charset=utf-8",
            "xhtml", "application/xhtml+xml",
            "xml", "application/xml",
            "txt", "text/plain; charset=utf-8",
            "md", "text/plain; charset=utf-8");

    private final Map<String, Page> pages;
    private final List<String> paths;
    private final String summary;

    private StoredPages(Map<String, Page> pages, Path from) {
        this.pages = Map.copyOf(pages);
        paths = List.copyOf(pages.keySet());
        summary = pages.size() + " pages of " + from;
    }

    /**
     * Reads the pages.
     *
     * @throws IOException if the path does not exist, is neither a folder nor an archive, is damaged, or holds no page or too many; the message is
     *     one line
     */
    public static StoredPages of(Path from) throws IOException {
        if (!Files.exists(from)) {
            throw new NoSuchFileException(from.toString(), null, "no such folder or file");
        }
        Map<String, Page> pages;
        if (Files.isDirectory(from)) {
            pages = read(from);
        } else {
            try (FileSystem archive = FileSystems.newFileSystem(from)) {
                pages = read(archive.getPath("/"));
            } catch (ProviderNotFoundException neither) {
                throw new IOException(from + " is neither a folder nor a zip nor a jar", neither);
            }
        }
        if (pages.isEmpty()) {
            throw new IOException(from + " holds no page: no file ends in one of "
                    + TYPES.keySet().stream().sorted().toList());
        }
        return new StoredPages(pages, from);
    }

    private static Map<String, Page> read(Path root) throws IOException {
        Map<String, Page> pages = new TreeMap<>();
        long bytes = 0;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String type = TYPES.get(ending(file));
                if (type == null) {
                    continue;
                }
                bytes += Files.size(file);
                if (bytes > MOST_BYTES) {
                    throw new IOException(root + " holds more than 1 GiB of pages. Serve a part of it");
                }
                ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).asReadOnlyBuffer();
                pages.put(
                        path(root.relativize(file)), new Page(HttpHeaders.of("Content-Type", type), List.of(content)));
            }
        }
        return pages;
    }

    private static String ending(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Returns the path as in a request: what is not plain ASCII is escaped. */
    private static String path(Path file) {
        String plain = "/" + file.toString().replace(file.getFileSystem().getSeparator(), "/");
        try {
            return new URI(null, null, plain, null).toASCIIString();
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException(plain + " cannot be a path of a page", impossible);
        }
    }

    @Override
    public List<String> paths() {
        return paths;
    }

    @Override
    public Optional<Page> page(String path) {
        return Optional.ofNullable(pages.get(path));
    }

    @Override
    public String summary() {
        return summary;
    }
}
