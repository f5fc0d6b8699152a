package dev.gearbox.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.RandomMessages;
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
    private static final int ROUNDS = Boolean.getBoolean("gearbox.deep") ? 40_000 : 3_000;
    private static final HttpLimits LIMITS =
            HttpLimits.DEFAULT.withHead(80, 6, 300).withBody(100);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final RandomMessages messages = new RandomMessages(random);
    private final Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
    private int complete;

    private String conversation(boolean responses) {
        StringBuilder all = new StringBuilder();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            all.append(
                            responses
                                    ? "HTTP/1.1 " + (200 + random.nextInt(400)) + " " + messages.word(9)
                                    : "POST /" + messages.word(9) + " HTTP/1.1")
                    .append("\r\n")
                    .append(messages.framed(messages.body(60)));
        }
        return all.toString();
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
            Transcript mutated = check(responses, messages.mutant(valid));
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
