package dev.gearbox.files.system;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Paths as bytes, as the system has them, which need not be valid text. A URI preserves each byte, but creating one queries the type of the file, so only
 * paths that are not plain ASCII are converted by it.
 */
public final class PathBytes {
    private PathBytes() {}

    static byte[] of(Path path) {
        String text = path.toString();
        return isAscii(text, 0) ? text.getBytes(StandardCharsets.US_ASCII) : unescaped(path);
    }

    /** Returns the last name of a path. */
    public static byte[] name(Path path) {
        String text = path.toString();
        int begin = text.lastIndexOf('/') + 1;
        if (isAscii(text, begin)) {
            return text.substring(begin).getBytes(StandardCharsets.US_ASCII);
        }
        byte[] whole = unescaped(path);
        int slash = whole.length;
        do {
            slash--;
        } while (whole[slash] != '/');
        return Arrays.copyOfRange(whole, slash + 1, whole.length);
    }

    /** Returns the path of a file in a folder. */
    public static Path resolve(Path folder, byte[] name) {
        for (byte each : name) {
            if (each < 0) {
                return folder.resolve(odd(name));
            }
        }
        return folder.resolve(new String(name, StandardCharsets.US_ASCII));
    }

    private static Path odd(byte[] name) {
        StringBuilder escaped = new StringBuilder("file:///");
        for (byte each : name) {
            escaped.append('%').append(HexFormat.of().toHexDigits(each));
        }
        return Path.of(URI.create(escaped.toString())).getFileName();
    }

    private static byte[] unescaped(Path path) {
        String escaped = path.toAbsolutePath().toUri().getRawPath();
        byte[] bytes = new byte[escaped.length()];
        int length = 0;
        for (int i = 0; i < escaped.length(); i++) {
            char next = escaped.charAt(i);
            if (next == '%') {
                bytes[length++] = (byte) Integer.parseInt(escaped, i + 1, i + 3, 16);
                i += 2;
            } else {
                bytes[length++] = (byte) next;
            }
        }
        // The URI of a folder ends with a slash.
        return Arrays.copyOf(bytes, length > 1 && bytes[length - 1] == '/' ? length - 1 : length);
    }

    private static boolean isAscii(String text, int begin) {
        for (int i = begin; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }
}
