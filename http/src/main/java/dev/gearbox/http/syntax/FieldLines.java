package dev.gearbox.http.syntax;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Header fields as the bytes that are sent, {@code name: value CR LF} each, with an index. A received head is copied here once, and a string is made
 * only of what is asked for: few handlers read all fields of a request. It grows while a head is read and does not change afterwards.
 */
public final class FieldLines {
    private static final int FEW = 8;
    private static final int AROUND_VALUE = 2;

    private byte[] bytes;
    private int length;
    /** For each field, where its name ends, and where its line ends. */
    private int[] marks = new int[2 * FEW];

    private int count;

    /**
     * Creates an empty list.
     *
     * @param capacity the expected number of bytes
     */
    public FieldLines(int capacity) {
        bytes = new byte[capacity];
    }

    /** Adds a field. Its name and value are valid. */
    public void add(String name, String value) {
        byte[] field = (name + value).getBytes(StandardCharsets.ISO_8859_1);
        add(ByteBuffer.wrap(field), 0, name.length(), name.length(), field.length);
    }

    /** Adds a field from a buffer, whose position does not change: the name until {@code colon}, the value from {@code value} to {@code end}. */
    public void add(ByteBuffer in, int name, int colon, int value, int end) {
        int nameLength = colon - name;
        reserve(nameLength + end - value + 2 * AROUND_VALUE);
        if (marks.length == 2 * count) {
            marks = Arrays.copyOf(marks, 2 * marks.length);
        }
        in.get(name, bytes, length, nameLength);
        length += nameLength;
        marks[2 * count] = length;
        bytes[length++] = ':';
        bytes[length++] = ' ';
        append(in, value, end);
        count++;
        endLine();
    }

    /** Continues the value of the last field after a space. */
    public void fold(ByteBuffer in, int from, int end) {
        length -= AROUND_VALUE;
        reserve(1 + end - from + AROUND_VALUE);
        bytes[length++] = ' ';
        append(in, from, end);
        endLine();
    }

    private void append(ByteBuffer in, int from, int end) {
        in.get(from, bytes, length, end - from);
        length += end - from;
    }

    private void endLine() {
        bytes[length++] = '\r';
        bytes[length++] = '\n';
        marks[2 * count - 1] = length;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    /** Returns the number of fields. */
    public int count() {
        return count;
    }

    private int start(int field) {
        return field == 0 ? 0 : marks[2 * field - 1];
    }

    private int valueStart(int field) {
        return marks[2 * field] + AROUND_VALUE;
    }

    public String name(int field) {
        return text(start(field), marks[2 * field]);
    }

    public String value(int field) {
        return text(valueStart(field), valueStart(field) + valueLength(field));
    }

    private String text(int from, int end) {
        return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
    }

    public int valueLength(int field) {
        return marks[2 * field + 1] - AROUND_VALUE - valueStart(field);
    }

    /** Returns a byte of a value. */
    public byte valueAt(int field, int index) {
        return bytes[valueStart(field) + index];
    }

    /** Returns the first field of that name, in any case, from field {@code from} on; -1 if there is none. */
    public int find(String name, int from) {
        for (int field = from; field < count; field++) {
            if (matches(start(field), marks[2 * field], name)) {
                return field;
            }
        }
        return -1;
    }

    private boolean matches(int from, int end, String text) {
        if (end - from != text.length()) {
            return false;
        }
        for (int at = from; at < end; at++) {
            if (Tokens.lower(bytes[at] & 0xff) != Tokens.lower(text.charAt(at - from))) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many fields have that name. */
    public int count(String name) {
        int number = 0;
        for (int field = find(name, 0); field >= 0; field = find(name, field + 1)) {
            number++;
        }
        return number;
    }

    /** Returns how many elements the comma-separated values of all fields of that name have (RFC 9110, 5.6.1). */
    public int elements(String name) {
        return elements(name, "");
    }

    /** Returns how many of these elements are {@code word}, in any case; an empty one counts all. */
    public int elements(String name, String word) {
        int number = 0;
        for (int field = find(name, 0); field >= 0; field = find(name, field + 1)) {
            int end = valueStart(field) + valueLength(field);
            for (int from = valueStart(field), to; from <= end; from = to + 1) {
                to = from;
                while (to < end && bytes[to] != ',') {
                    to++;
                }
                int first = from;
                int last = to;
                while (first < last && Tokens.isBlank(bytes[first])) {
                    first++;
                }
                while (last > first && Tokens.isBlank(bytes[last - 1])) {
                    last--;
                }
                number += last > first && (word.isEmpty() || matches(first, last, word)) ? 1 : 0;
            }
        }
        return number;
    }

    /** Returns the bytes of all fields. */
    public byte[] encoded() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
