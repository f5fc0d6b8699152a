package dev.gearbox.engines.auto;

import java.util.Locale;

/** One JSON object in one line, of names with texts, numbers and objects: all that the decision file needs, so that no library is required. */
final class JsonLine {
    private final StringBuilder text = new StringBuilder("{");

    JsonLine put(String name, String value) {
        name(name);
        quote(value);
        return this;
    }

    JsonLine put(String name, long value) {
        name(name).append(value);
        return this;
    }

    JsonLine put(String name, double value) {
        name(name).append(String.format(Locale.ROOT, "%.4f", value));
        return this;
    }

    JsonLine put(String name, JsonLine value) {
        name(name).append(value);
        return this;
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(name);
        return text.append(':');
    }

    private void quote(String value) {
        text.append('"');
        value.chars().forEach(character -> {
            if (character == '"' || character == '\\') {
                text.append('\\').append((char) character);
            } else if (character < ' ') {
                text.append(String.format("\\u%04x", character));
            } else {
                text.append((char) character);
            }
        });
        text.append('"');
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
