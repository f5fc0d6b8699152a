package dev.gearbox.bench.servers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** What the key-value servers know: 100 keys, each with a value of 20 characters. */
final class BenchStore {
    static final byte[] NONE = ascii("NONE");
    private static final int KEYS = 100;

    private BenchStore() {}

    static Map<String, String> text() {
        return new ConcurrentHashMap<>(values());
    }

    static Map<ByteBuffer, byte[]> bytes() {
        Map<ByteBuffer, byte[]> bytes = new ConcurrentHashMap<>();
        values().forEach((key, value) -> bytes.put(ByteBuffer.wrap(ascii(key)), ascii(value)));
        return bytes;
    }

    private static Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        for (int key = 0; key < KEYS; key++) {
            values.put("key-" + key, "value %14d".formatted(key));
        }
        return values;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
