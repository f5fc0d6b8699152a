package dev.gearbox.studies.pageindexer.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.UnknownFormatException;
import dev.gearbox.studies.pageindexer.fetch.FetchFailure;
import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.LibraryLogs;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.index.IndexerException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/**
 * The pages to index.
 *
 * @param pages each once, in the order of the list
 * @param duplicates the number of duplicate addresses in the list
 * @param said the network on which they were named: this machine for a list of the user, or the farthest network from which the list or a part of it was
 *     fetched
 */
public record PageList(List<URI> pages, int duplicates, Network said) {
    private static final int MOST_BYTES = 64 << 20;
    private static final int MOST_SITEMAPS = 1000;
    private static final int MOST_REDIRECTS = 10;

    public PageList {
        pages = List.copyOf(pages);
    }

    /**
     * Reads a list from a file, or with that client from the web. It is a sitemap (or a sitemap index, gzipped or not), a text with one address per line
     * (# begins a comment), or, from the web, a page whose links to its own site are the list.
     *
     * @param where a path, or an address that begins with http:// or https://
     * @throws IndexerException if it cannot be read, names something that is not a page, or is empty
     */
    public static PageList read(String where, PageClient client) throws InterruptedException {
        LibraryLogs.hush();
        return read(where, client, Network::of);
    }

    /** The same with another classification of addresses. */
    static PageList read(String where, PageClient client, Function<InetAddress, Network> networks)
            throws InterruptedException {
        boolean web = where.startsWith("http://") || where.startsWith("https://");
        URI base = web ? address(where) : path(where).toUri();
        try (AddressGuard guard = AddressGuard.begin(networks)) {
            Reader reader = new Reader(where, client, guard);
            reader.read(base, web ? reader.fetch(base) : file(path(where)));
            if (reader.pages.isEmpty()) {
                throw new IndexerException(
                        where + " names no page. Name a list of addresses, one a line, or a sitemap");
            }
            return new PageList(List.copyOf(reader.pages), reader.duplicates, reader.said);
        }
    }

    private static Path path(String where) {
        try {
            return Path.of(where);
        } catch (InvalidPathException wrong) {
            throw new IndexerException("\"" + where + "\" is not a path of a list: " + wrong.getReason(), wrong);
        }
    }

    private static URI address(String where) {
        try {
            return PageAddress.normal(URI.create(where));
        } catch (IllegalArgumentException wrong) {
            throw new IndexerException("\"" + where + "\" is not an address of a list: " + wrong.getMessage(), wrong);
        }
    }

    private static byte[] file(Path where) {
        try {
            if (Files.isDirectory(where)) {
                throw new IndexerException(
                        where + " is a folder. Name a file with addresses, one a line, or a sitemap");
            }
            if (Files.size(where) > MOST_BYTES) {
                throw new IndexerException(where + " has more than 64 MiB. Split it");
            }
            return Files.readAllBytes(where);
        } catch (NoSuchFileException missing) {
            throw new IndexerException(
                    "there is no file " + where
                            + ". Name a list of addresses, one a line, a sitemap, or an http:// address of one",
                    missing);
        } catch (IOException unreadable) {
            throw new IndexerException("cannot read " + where + ": " + unreadable.getMessage(), unreadable);
        }
    }

    /** The state of reading one list. */
    private static final class Reader {
        private final String where;
        private final PageClient client;
        private final AddressGuard guard;
        private final Set<URI> pages = new LinkedHashSet<>();
        private final Deque<URI> sitemaps = new ArrayDeque<>();
        private Network said = Network.THIS_MACHINE;
        private int duplicates;

        Reader(String where, PageClient client, AddressGuard guard) {
            this.where = where;
            this.client = client;
            this.guard = guard;
        }

        void read(URI base, byte[] bytes) throws InterruptedException {
            list(base, unpacked(bytes));
            for (int read = 0; !sitemaps.isEmpty(); read++) {
                if (read == MOST_SITEMAPS) {
                    throw new IndexerException(
                            where + " names more than " + MOST_SITEMAPS + " sitemaps. Name one of them");
                }
                URI sitemap = sitemaps.remove();
                sitemap(sitemap, unpacked(fetch(sitemap)));
            }
        }

        private byte[] unpacked(byte[] bytes) {
            if (bytes.length < 2 || bytes[0] != 0x1f || bytes[1] != (byte) 0x8b) {
                return bytes;
            }
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                byte[] plain = in.readNBytes(MOST_BYTES + 1);
                if (plain.length > MOST_BYTES) {
                    throw new IndexerException(where + " decompresses to more than 64 MiB. Split it");
                }
                return plain;
            } catch (IOException broken) {
                throw new IndexerException(
                        where + " is gzipped and cannot be decompressed: " + broken.getMessage(), broken);
            }
        }

        private void list(URI base, byte[] bytes) {
            String begin = new String(bytes, 0, Math.min(bytes.length, 1024), UTF_8)
                    .replace("\ufeff", "")
                    .stripLeading();
            if (begin.contains("<urlset") || begin.contains("<sitemapindex")) {
                sitemap(base, bytes);
            } else if (begin.startsWith("<")) {
                links(base, bytes);
            } else {
                lines(base, new String(bytes, UTF_8).replace("\ufeff", ""));
            }
        }

        private void lines(URI base, String text) {
            int number = 0;
            for (String line : text.lines().toList()) {
                number++;
                String address = line.startsWith("#")
                        ? ""
                        : line.replaceFirst("\\s#.*", "").strip();
                if (!address.isEmpty()) {
                    add(base, address, "line " + number);
                }
            }
        }

        private void links(URI base, byte[] bytes) {
            if (base.getScheme().equals("file")) {
                throw new IndexerException(
                        where + " is a page, not a list. Name a list of addresses, one a line, or a sitemap");
            }
            for (Element link :
                    Jsoup.parse(new String(bytes, UTF_8), base.toString()).select("a[href]")) {
                URI page;
                try {
                    page = PageAddress.normal(base, link.attr("href"));
                } catch (IllegalArgumentException _) {
                    continue; // mailto:, javascript: and malformed links that browsers tolerate
                }
                if (PageAddress.site(page).equals(PageAddress.site(base)) && !page.equals(base)) {
                    add(page);
                }
            }
        }

        private void sitemap(URI base, byte[] bytes) {
            AbstractSiteMap map;
            try {
                map = new SiteMapParser(false).parseSiteMap("text/xml", bytes, base.toURL());
            } catch (UnknownFormatException | IOException broken) {
                throw new IndexerException(base + " is not a sitemap: " + broken.getMessage(), broken);
            }
            switch (map) {
                case SiteMapIndex index ->
                    index.getSitemaps()
                            .forEach(each ->
                                    sitemaps.add(named(base, each.getUrl().toString(), "a sitemap")));
                case SiteMap pagesOf ->
                    pagesOf.getSiteMapUrls()
                            .forEach(each -> add(base, each.getUrl().toString(), "an entry"));
                default -> throw new IndexerException(base + " is neither a sitemap nor a sitemap index");
            }
        }

        private void add(URI base, String address, String place) {
            add(named(base, address, place));
        }

        private URI named(URI base, String address, String place) {
            try {
                return PageAddress.normal(base, address);
            } catch (IllegalArgumentException wrong) {
                throw new IndexerException(
                        place + " of " + where + ", \"" + shortened(address) + "\", is not the address of a page: "
                                + wrong.getMessage(),
                        wrong);
            }
        }

        private void add(URI page) {
            if (!pages.add(page)) {
                duplicates++;
            }
        }

        private static String shortened(String address) {
            return address.length() <= 80 ? address : address.substring(0, 80) + "...";
        }

        private byte[] fetch(URI from) throws InterruptedException {
            URI address = from;
            for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
                guard.look(address);
                Optional<String> refusal = guard.refusal(address, said);
                if (refusal.isPresent()) {
                    throw new IndexerException("the list " + from + " is not fetched: " + refusal.get());
                }
                FetchedPage answer = answer(address);
                said = said.farther(guard.network(address));
                if (answer.isPage()) {
                    return answer.body();
                }
                if (answer.status() < 300 || answer.status() > 399 || answer.location() == null) {
                    throw new IndexerException("cannot fetch the list " + from + ": it answers with status "
                            + answer.status() + ". Name another address, or a file");
                }
                address = redirected(from, address, answer.location());
            }
            throw new IndexerException(
                    "cannot fetch the list " + from + ": it redirects more than " + MOST_REDIRECTS + " times");
        }

        private static URI redirected(URI from, URI address, String location) {
            try {
                return PageAddress.normal(address, location);
            } catch (IllegalArgumentException wrong) {
                throw new IndexerException(
                        "cannot fetch the list " + from + ": it redirects to " + location + ", but "
                                + wrong.getMessage(),
                        wrong);
            }
        }

        private FetchedPage answer(URI address) throws InterruptedException {
            CompletableFuture<FetchedPage> answer = new CompletableFuture<>();
            PageHandler handler = new PageHandler() {
                @Override
                public void fetched(FetchedPage page) {
                    answer.complete(page);
                }

                @Override
                public void failed(FetchFailure failure) {
                    answer.completeExceptionally(new IndexerException("cannot fetch the list " + address + " ("
                            + failure.kind().key() + "): " + failure.detail() + ". Is the server there?"));
                }
            };
            try {
                client.fetch(address, handler);
            } catch (RuntimeException refused) {
                throw new IndexerException(
                        "cannot fetch the list " + address + ": the client rejects it: " + FetchFailures.text(refused),
                        refused);
            }
            try {
                return answer.get();
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof IndexerException told) {
                    throw told;
                }
                throw new IllegalStateException(failed.getCause());
            }
        }
    }
}
