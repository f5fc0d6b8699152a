package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;

/** Renders a document with the template {@code page.jte}. Data is escaped for the context in which it appears. */
public final class PageTemplate {
    /** The chart library alone is half of this. */
    private static final int USUAL_LENGTH = 1 << 20;

    private PageTemplate() {}

    /**
     * Renders the page.
     *
     * @param json the document once more, for the script; must not contain a {@code <}
     */
    @SuppressWarnings("NullAway") // a null interceptor means none, as in the engine itself
    public static String of(Document document, String json) {
        StringOutput page = new StringOutput(USUAL_LENGTH);
        JtepageGenerated.render(new OwaspHtmlTemplateOutput(page), null, document, json);
        return page.toString();
    }
}
