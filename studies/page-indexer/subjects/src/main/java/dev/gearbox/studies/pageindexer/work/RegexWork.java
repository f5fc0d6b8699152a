package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Searches the page like a data extractor: for links, mail addresses, dates, amounts, repeated words. */
final class RegexWork implements PageWork {
    private static final List<Pattern> PATTERNS = List.of(
            Pattern.compile("<a\\s[^>]{0,1000}?href\\s*=\\s*[\"']([^\"'>]{1,2000})[\"']", Pattern.CASE_INSENSITIVE),
            Pattern.compile("\\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,8}\\b"),
            Pattern.compile("\\b(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])\\b"),
            Pattern.compile("[€$£]\\s?\\d{1,3}(?:[.,]\\d{3})*(?:[.,]\\d\\d)?"),
            Pattern.compile("\\b(\\w{2,40})\\s+\\1\\b", Pattern.CASE_INSENSITIVE));

    @Override
    public long on(FetchedPage page) {
        String text = new String(page.body(), StandardCharsets.UTF_8);
        long sum = 0;
        for (Pattern pattern : PATTERNS) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                sum = 31 * sum + matcher.end() - matcher.start();
            }
        }
        return sum;
    }
}
