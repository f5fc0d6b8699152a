package dev.gearbox.report.html;

import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.Numbers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** HTML as it is written: text and attributes are always escaped, and elements are closed in the order they were opened. */
final class Markup {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element; attributes as name, value, name, value. */
    Markup open(String tag, String... attributes) {
        start(tag, attributes);
        open.push(tag);
        return this;
    }

    /** Closes the element that was opened last. */
    Markup close() {
        out.append("</").append(open.pop()).append(">\n");
        return this;
    }

    /** A whole element with text. */
    Markup element(String tag, String text, String... attributes) {
        start(tag, attributes);
        out.append(escape(text)).append("</").append(tag).append(">");
        return this;
    }

    /** Text. */
    Markup text(String text) {
        out.append(escape(text));
        return this;
    }

    /** What is HTML already; never anything that comes from data. */
    Markup raw(String html) {
        out.append(html);
        return this;
    }

    /** A figure that copies itself with its interval when it is clicked or Enter is pressed on it. */
    Markup figure(Document.Quantity quantity) {
        return figure(quantity.text());
    }

    /** The same for a text. */
    Markup figure(String text) {
        if (text.equals(Numbers.UNKNOWN)) {
            return element("span", text, "class", "none");
        }
        int interval = text.indexOf(' ');
        start("button", "type", "button", "class", "copy", "data-copy", text, "title", "Copy " + text);
        out.append(escape(interval < 0 ? text : text.substring(0, interval)));
        if (interval > 0) {
            out.append(" <small>").append(escape(text.substring(interval + 1))).append("</small>");
        }
        out.append("</button>");
        return this;
    }

    /** The head of a table that may scroll within the page; to be closed by {@link #endTable}. */
    Markup table(String caption, List<String> heads) {
        open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
        open("table");
        element("caption", caption);
        raw("<thead><tr>");
        heads.forEach(head -> element("th", head, "scope", "col"));
        raw("</tr></thead>\n");
        return open("tbody");
    }

    /** Closes what {@link #table} opened. */
    Markup endTable() {
        return close().close().close();
    }

    /** A row that begins with its name. */
    Markup row(String name, List<String> cells) {
        raw("<tr>").element("th", name, "scope", "row");
        cells.forEach(cell -> element("td", cell));
        return raw("</tr>\n");
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private void start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int at = 0; at < attributes.length; at += 2) {
            out.append(' ').append(attributes[at]);
            out.append("=\"").append(escape(attributes[at + 1])).append('"');
        }
        out.append('>');
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
