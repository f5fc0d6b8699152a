package dev.gearbox.studies.pageindexer.index;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * The text of a page, and its document in the index.
 *
 * @param address of the page, without a fragment
 * @param title the title of an HTML page; for any other, the last segment of its path
 * @param body the visible text
 */
public record PageText(String address, String title, String body) {
    /** Fields of a document. */
    static final String ADDRESS = "url";

    static final String TITLE = "title";
    static final String BODY = "body";
    static final String KIND = "kind";

    /** The value of {@link #KIND} for a page; for a redirect it is {@code redirect}. */
    static final String PAGE = "page";

    private static final Pattern CHARSET =
            Pattern.compile("charset\\s*=\\s*\"?([A-Za-z0-9_:.+-]{1,40})", Pattern.CASE_INSENSITIVE);

    /** Parses a page: HTML leniently, other text as is; for anything else only the name is kept. */
    public static PageText of(FetchedPage page) {
        String address = page.address().toString();
        String type =
                page.contentType() == null ? "text/html" : page.contentType().toLowerCase(Locale.ROOT);
        Charset charset = charset(page.contentType());
        String name = name(page.address().getPath());
        if (type.contains("html") || type.contains("xml")) {
            org.jsoup.nodes.Document parsed = parse(page, charset);
            String title = parsed.title().isBlank() ? name : parsed.title();
            return new PageText(address, title, parsed.body().text());
        }
        boolean text = type.startsWith("text/") || type.startsWith("application/json");
        return new PageText(
                address, name, text ? new String(page.body(), charset == null ? StandardCharsets.UTF_8 : charset) : "");
    }

    private static org.jsoup.nodes.Document parse(FetchedPage page, @Nullable Charset charset) {
        try {
            return org.jsoup.Jsoup.parse(
                    new ByteArrayInputStream(page.body()),
                    charset == null ? null : charset.name(),
                    page.address().toString());
        } catch (IOException impossible) {
            throw new UncheckedIOException("an array does not fail", impossible);
        }
    }

    /** Returns the charset of the Content-Type header; null if it is absent or invalid, so that the page itself determines it. */
    private static @Nullable Charset charset(@Nullable String contentType) {
        Matcher matcher = CHARSET.matcher(contentType == null ? "" : contentType);
        if (!matcher.find()) {
            return null;
        }
        try {
            return Charset.forName(matcher.group(1));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return null;
        }
    }

    private static String name(@Nullable String path) {
        String whole = path == null || path.isEmpty() ? "/" : path;
        String last = whole.substring(whole.lastIndexOf('/') + 1);
        return last.isEmpty() ? whole : last;
    }

    /** Returns the document for the index, with the complete text, so that snippets can be shown. */
    @SuppressWarnings("exports") // for this module only
    public Document document() {
        Document document = new Document();
        document.add(new StringField(KIND, PAGE, Field.Store.NO));
        document.add(new StringField(ADDRESS, address, Field.Store.YES));
        document.add(new SortedDocValuesField(ADDRESS, new BytesRef(address)));
        document.add(new TextField(TITLE, title, Field.Store.YES));
        document.add(new TextField(BODY, body, Field.Store.YES));
        return document;
    }
}
