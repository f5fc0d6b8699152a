package dev.gearbox.origin;

import dev.gearbox.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * Generated pages: {@code /page/0.html}, {@code /page/1.html}, ..., each HTML of exactly the requested size, with a title, links to other pages and
 * text of made-up words. The same number, size and seed give the same bytes.
 *
 * <p>Only the beginning of a page is its own; the text after it is a section of one text that all share, so a thousand pages of 500 KiB take a
 * megabyte and cost nothing to generate while clients are measured.
 */
public final class SyntheticPages implements Pages {
    /** The smallest page, in bytes: it has room for title and links. */
    public static final int LEAST_SIZE = 512;

    /** The largest page, in bytes. */
    public static final int MOST_SIZE = 16 << 20;

    private static final int MOST_PAGES = 1_000_000;
    private static final HttpHeaders HTML = HttpHeaders.of("Content-Type", "text/html; charset=utf-8");
    private static final ByteBuffer END = bytes("</p></body></html>\n");
    private static final String PREFIX = "/page/";
    private static final String SUFFIX = ".html";
    private static final int WORDS = 2000;
    private static final int LINKS = 3;
    private static final int LINE = 15;

    private final int count;
    private final int size;
    private final long seed;
    private final String[] words;
    private final ByteBuffer text;
    private final AtomicReferenceArray<Page> made;

    /**
     * Creates pages.
     *
     * @param count from 1 to 1,000,000
     * @param size of each, in bytes
     */
    public SyntheticPages(int count, int size, long seed) {
        if (count < 1 || count > MOST_PAGES) {
            throw new IllegalArgumentException(count + " pages: expected 1 to " + MOST_PAGES);
        }
        if (size < LEAST_SIZE || size > MOST_SIZE) {
            throw new IllegalArgumentException("pages of " + size + " bytes: expected 512 B to 16 MiB");
        }
        this.count = count;
        this.size = size;
        this.seed = seed;
        SplittableRandom random = new SplittableRandom(seed);
        words = IntStream.range(0, WORDS).mapToObj(_ -> word(random)).toArray(String[]::new);
        text = text(random, 2 * size);
        made = new AtomicReferenceArray<>(count);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }

    private static String word(SplittableRandom random) {
        StringBuilder word = new StringBuilder();
        for (int syllables = 1 + random.nextInt(4); syllables > 0; syllables--) {
            word.append("bdfghklmnprstvz".charAt(random.nextInt(15))).append("aeiou".charAt(random.nextInt(5)));
        }
        return word.toString();
    }

    private ByteBuffer text(SplittableRandom random, int length) {
        StringBuilder all = new StringBuilder(length + 20);
        for (int place = 0; all.length() < length; place++) {
            all.append(words[random.nextInt(WORDS)]).append(place % LINE == 0 ? ".\n" : " ");
        }
        return bytes(all.toString());
    }

    private static String path(int number) {
        return PREFIX + number + SUFFIX;
    }

    @Override
    public List<String> paths() {
        return IntStream.range(0, count).mapToObj(SyntheticPages::path).toList();
    }

    @Override
    public Optional<Page> page(String path) {
        int number = number(path);
        if (number < 0) {
            return Optional.empty();
        }
        Page page = made.get(number);
        if (page == null) {
            page = make(number);
            made.set(number, page); // a race is harmless: two threads create the same page
        }
        return Optional.of(page);
    }

    private int number(String path) {
        int end = path.length() - SUFFIX.length();
        if (!path.startsWith(PREFIX) || !path.endsWith(SUFFIX) || end <= PREFIX.length() || end > PREFIX.length() + 7) {
            return -1;
        }
        int number = 0;
        for (int at = PREFIX.length(); at < end; at++) {
            int digit = path.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        boolean canonical = end == PREFIX.length() + 1 || path.charAt(PREFIX.length()) != '0';
        return number < count && canonical ? number : -1;
    }

    private Page make(int number) {
        SplittableRandom random = new SplittableRandom(SeededChance.bits(path(number), seed, SeededChance.CONTENT));
        StringBuilder head = new StringBuilder("<!DOCTYPE html>\n<html><head><title>Page ")
                .append(number)
                .append(": ")
                .append(words[random.nextInt(WORDS)])
                .append("</title></head>\n<body><h1>Page ")
                .append(number)
                .append("</h1>\n");
        for (int link = 0; link < LINKS; link++) {
            String to = path(random.nextInt(count));
            head.append("<a href=\"")
                    .append(to)
                    .append("\">")
                    .append(words[random.nextInt(WORDS)])
                    .append("</a>\n");
        }
        ByteBuffer first = bytes(head.append("<p>").toString());
        int rest = size - first.remaining() - END.remaining();
        ByteBuffer stretch = text.slice(random.nextInt(text.remaining() - rest), rest);
        return new Page(HTML, List.of(first, stretch, END.duplicate()));
    }

    @Override
    public String summary() {
        return count + " generated pages of " + size + " B";
    }
}
