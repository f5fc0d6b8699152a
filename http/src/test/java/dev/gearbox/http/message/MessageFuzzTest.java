package dev.gearbox.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.MessageException.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random conversations, and mutations of them: however the bytes are split, the readers find the same messages, and whatever the bytes are, they end
 * with messages, an incomplete one or a {@link MessageException}, and hold no more than a line ({@link Transcript}).
 */
@Tag("deep")
@Timeout(600)
class MessageFuzzTest {
    private static final long SEED = Long.getLong("gearbox.seed", System.nanoTime());
    private static final int ROUNDS = Boolean.getBoolean("gearbox.deep") ? 100_000 : 3_000;
    private static final HttpLimits LIMITS =
            HttpLimits.DEFAULT.withHead(80, 6, 300).withBody(100);
    private static final String[] SPICE = {
        "\r\n",
        "\n",
        "\r",
        ":",
        " ",
        "\t",
        ",",
        ";",
        "\"",
        "=",
        "0",
        "-1",
        "7f",
        "ffffffffffffffff",
        "\0",
        "\u00e9",
        "\u007f",
        "chunked",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Connection: close\r\n",
        "HTTP/1.1",
        "\r\n\r\n"
    };

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
    private int complete;

    private String word(int most) {
        StringBuilder word = new StringBuilder();
        for (int count = 1 + random.nextInt(most); count > 0; count--) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }

    private String fields() {
        StringBuilder fields = new StringBuilder();
        for (int count = random.nextInt(5); count > 0; count--) {
            fields.append(word(8))
                    .append(random.nextBoolean() ? ":" : ": \t")
                    .append(word(12))
                    .append("\r\n");
        }
        return fields.toString();
    }

    private String body() {
        StringBuilder body = new StringBuilder();
        for (int count = random.nextInt(60); count > 0; count--) {
            body.append((char) random.nextInt(256));
        }
        return body.toString();
    }

    private String framed() {
        String body = body();
        if (random.nextBoolean()) {
            return fields() + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        }
        StringBuilder message = new StringBuilder(fields()).append("Transfer-Encoding: chunked\r\n\r\n");
        for (int at = 0, step; at < body.length(); at += step) {
            step = 1 + random.nextInt(body.length() - at);
            message.append(Integer.toHexString(step)).append(random.nextBoolean() ? "" : ";" + word(5) + "=\"x\"");
            message.append("\r\n").append(body, at, at + step).append("\r\n");
        }
        return message.append("0\r\n")
                .append(random.nextBoolean() ? "" : fields())
                .append("\r\n")
                .toString();
    }

    private String conversation(boolean responses) {
        StringBuilder all = new StringBuilder();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            all.append(
                            responses
                                    ? "HTTP/1.1 " + (200 + random.nextInt(400)) + " " + word(9)
                                    : "POST /" + word(9) + " HTTP/1.1")
                    .append("\r\n")
                    .append(framed());
        }
        return all.toString();
    }

    private String mutant(String whole) {
        StringBuilder mutant = new StringBuilder(whole);
        for (int count = 1 + random.nextInt(3); count > 0 && !mutant.isEmpty(); count--) {
            int at = random.nextInt(mutant.length());
            switch (random.nextInt(6)) {
                case 0 -> mutant.setCharAt(at, (char) random.nextInt(256));
                case 1 -> mutant.delete(at, Math.min(mutant.length(), at + 1 + random.nextInt(4)));
                case 2 -> mutant.insert(at, SPICE[random.nextInt(SPICE.length)]);
                case 3 -> mutant.insert(at, word(1).repeat(random.nextInt(120)));
                case 4 -> changeDigit(mutant, at);
                default -> mutant.setLength(at);
            }
        }
        return mutant.toString();
    }

    /** Changes the first digit from there on: a version, a status, a length. */
    private void changeDigit(StringBuilder mutant, int from) {
        int at = from;
        while (at < mutant.length() && !Character.isDigit(mutant.charAt(at))) {
            at++;
        }
        if (at < mutant.length()) {
            mutant.setCharAt(at, (char) ('0' + random.nextInt(10)));
        }
    }

    private Transcript read(boolean responses, String bytes, int largest) {
        SplittableRandom splits = random.split();
        return responses
                ? Transcript.ofResponses(bytes, LIMITS, largest, splits)
                : Transcript.ofRequests(bytes, LIMITS, largest, splits);
    }

    @Test
    void splitsChangeNothingAndMutationsDoNoHarm() {
        for (int round = 0; round < ROUNDS; round++) {
            boolean responses = random.nextBoolean();
            String valid = conversation(responses);
            Transcript whole = check(responses, valid);
            assertThat(whole.kind() == null && !whole.partial())
                    .as("-Dgearbox.seed=" + SEED + ": " + whole + ": " + valid)
                    .isTrue();
            Transcript mutated = check(responses, mutant(valid));
            complete += mutated.kind() == null && !mutated.partial() ? 1 : 0;
            if (mutated.kind() != null) {
                kinds.merge(mutated.kind(), 1, Integer::sum);
            }
        }
        assertThat(complete).isGreaterThan(ROUNDS / 10);
        assertThat(kinds).containsOnlyKeys(Kind.values());
    }

    private Transcript check(boolean responses, String bytes) {
        Transcript whole = read(responses, bytes, Math.max(1, bytes.length()));
        for (int largest : new int[] {1, 1 + random.nextInt(30)}) {
            assertThat(read(responses, bytes, largest))
                    .as("-Dgearbox.seed=" + SEED + ", pieces of at most " + largest + ": " + bytes)
                    .isEqualTo(whole);
        }
        return whole;
    }
}
