package dev.gearbox.studies.fanoutgateway.shape;

import dev.gearbox.origin.Delay;
import dev.gearbox.origin.Faults;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * What a gateway composes for each request: its calls, which of them wait for which, and what their join costs.
 *
 * <pre>
 *   session ──▶ cart ──┬─▶ prices ──┐
 *                      └─▶ stock  ──┼─▶ join
 *   reviews ────────────────────────┘
 * </pre>
 *
 * The answers before a call decide it: it carries their checksums ({@link #target}), so a gateway that does not wait for them, or mixes them up, asks for
 * something that our services do not have.
 *
 * @param calls each after all those that it waits for
 * @param passes of the join over all bytes of the answers of our services
 */
public record Shape(List<Call> calls, int passes) {
    /** Copies the list. */
    public Shape {
        calls = List.copyOf(calls);
    }

    /**
     * A call.
     *
     * @param name of its service
     * @param after the calls whose answers it waits for, as indices of {@link Shape#calls}
     * @param service who answers
     */
    public record Call(String name, List<Integer> after, Service service) {
        /** Copies the list. */
        public Call {
            after = List.copyOf(after);
        }
    }

    /** Who answers a call. */
    public sealed interface Service {}

    /**
     * A service of ours.
     *
     * @param delay from the call to the begin of its answer
     * @param faults the share of the calls that have each fault
     * @param bytes of its answer
     */
    public record Ours(Delay delay, Faults faults, int bytes) implements Service {}

    /** A program of the user. */
    public record Elsewhere(URI url) implements Service {}

    /**
     * Reads a shape from the text of a file.
     *
     * @param file its name, for messages
     * @throws IllegalArgumentException with one line that names file and key
     */
    public static Shape parse(String file, String text) {
        return ShapeFile.parse(file, text);
    }

    /** Returns the addresses of the services that are not ours, by name. */
    public Map<String, URI> elsewhere() {
        Map<String, URI> elsewhere = new LinkedHashMap<>();
        for (Call call : calls) {
            if (call.service() instanceof Elsewhere(URI url)) {
                elsewhere.put(call.name(), url);
            }
        }
        return elsewhere;
    }

    /**
     * Returns what a call asks one of our services for, as a path without its slash: {@code cart}, or after others {@code prices?after=1a2b3c4d,5e6f7081}.
     *
     * @param before the answers that it waits for, in the order of {@link Call#after}
     */
    public static String target(String name, List<byte[]> before) {
        return before.isEmpty()
                ? name
                : name + "?after=" + before.stream().map(Shape::checksum).collect(Collectors.joining(","));
    }

    private static String checksum(byte[] answer) {
        CRC32C checksum = new CRC32C();
        checksum.update(answer);
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    /**
     * Joins: returns the gateway's answer, which says how long the answer of each of our services was, with a SHA-256 over all of them, as often as there are
     * {@link #passes}. Services elsewhere leave no trace in it, so that the right answer is known.
     *
     * @param answers of the calls, in their order
     */
    public byte[] join(int user, List<byte[]> answers) {
        StringJoiner lengths = new StringJoiner(",", "{", "}");
        MessageDigest digest = sha256();
        for (int pass = 0; pass < passes; pass++) {
            for (int i = 0; i < calls.size(); i++) {
                if (calls.get(i).service() instanceof Ours) {
                    digest.update(answers.get(i));
                }
            }
        }
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).service() instanceof Ours) {
                lengths.add("\"" + calls.get(i).name() + "\":" + answers.get(i).length);
            }
        }
        String digested = HexFormat.of().formatHex(digest.digest());
        return ("{\"user\":" + user + ",\"bytes\":" + lengths + ",\"sha256\":\"" + digested + "\"}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
