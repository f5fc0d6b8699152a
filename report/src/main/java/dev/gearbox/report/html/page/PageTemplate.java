package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;

/** A document as the template {@code page.jte} shows it. What comes from data is escaped for the place where it stands. */
public final class PageTemplate {
    /** The chart library alone is half of this. */
    private static final int USUAL_LENGTH = 1 << 20;

    private PageTemplate() {}

    /**
     * The page.
     *
     * @param json the document once more, for the script; must not hold a {@code <}
     */
    @SuppressWarnings("NullAway") // no interceptor is null, there as in the engine itself
    public static String of(Document document, String json) {
        StringOutput page = new StringOutput(USUAL_LENGTH);
        JtepageGenerated.render(new OwaspHtmlTemplateOutput(page), null, document, json);
        return page.toString();
    }
}
