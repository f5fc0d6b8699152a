package dev.gearbox.load.plan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a program: what is sent, and what must come back. A random payload is a section of a longer random region; which section depends on the
 * user and the request, so the answer to another request is rejected, and nothing is copied or generated while the load runs. The buffers are direct and
 * shared: the caller sets position and limit before each use.
 */
public final class PayloadContents {
    /** The number of different sections. A power of two. */
    private static final int SPREAD = 4096;

    private final ByteBuffer[] payloads;
    private final int[] sizes;
    private final int[] frames;
    private final boolean[] random;
    private final @Nullable ByteBuffer[] answers;
    private final int[] answerSizes;
    private final int[] answerFrames;
    private final boolean[] echoes;
    private final List<Expectation> expected;

    public PayloadContents(Program program, long seed) {
        List<Payload> sent = program.payloads();
        payloads = new ByteBuffer[sent.size()];
        sizes = new int[sent.size()];
        frames = new int[sent.size()];
        random = new boolean[sent.size()];
        var regions = new HashMap<Payload, ByteBuffer>();
        for (int i = 0; i < sent.size(); i++) {
            payloads[i] = regions.computeIfAbsent(sent.get(i), payload -> region(payload, seed));
            sizes[i] = sent.get(i).size();
            frames[i] = sent.get(i).frames();
            random[i] = !(sent.get(i) instanceof Payload.Text);
        }
        expected = program.expectations();
        answers = new @Nullable ByteBuffer[expected.size()];
        answerSizes = new int[expected.size()];
        answerFrames = new int[expected.size()];
        Arrays.fill(answerFrames, 1);
        echoes = new boolean[expected.size()];
        for (int i = 0; i < expected.size(); i++) {
            switch (expected.get(i)) {
                case Expectation.Echo() -> {
                    int payload = program.payloadEchoed(i);
                    answers[i] = payloads[payload].duplicate();
                    answerSizes[i] = sizes[payload];
                    answerFrames[i] = frames[payload];
                    echoes[i] = true;
                }
                case Expectation.Text text -> {
                    answers[i] = direct(text.text().getBytes(StandardCharsets.UTF_8));
                    answerSizes[i] = text.size();
                }
                case Expectation.Bytes(int count) -> answerSizes[i] = count;
                case Expectation.End() -> answerSizes[i] = 0;
                case Expectation.Http http -> answerSizes[i] = http.bytes();
            }
        }
    }

    private static ByteBuffer region(Payload payload, long seed) {
        return switch (payload) {
            case Payload.Text(String text) -> direct(text.getBytes(StandardCharsets.UTF_8));
            case Payload.Bytes _, Payload.Frames _ -> {
                var bytes = new byte[payload.size() + SPREAD];
                new SplittableRandom(seed + payload.size()).nextBytes(bytes);
                yield direct(bytes);
            }
        };
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** Returns the offset in its region at which a payload begins, for the n-th request of a user. */
    public int offset(int payload, int user, int request) {
        return random[payload] ? (user * 0x9E37 + request * 61) & (SPREAD - 1) : 0;
    }

    /** Returns the number of payloads. */
    public int payloads() {
        return payloads.length;
    }

    /** Returns the whole region of a payload. */
    public ByteBuffer region(int payload) {
        return payloads[payload].duplicate().clear();
    }

    /** Returns the size of the longest answer. */
    public int longestAnswer() {
        return Arrays.stream(answerSizes).max().orElse(0);
    }

    public int size(int payload) {
        return sizes[payload];
    }

    /** Returns the number of requests in a payload. */
    public int frames(int payload) {
        return frames[payload];
    }

    /** Returns the part of a payload's region that is still to be sent. */
    public ByteBuffer part(int payload, int from, int to) {
        return payloads[payload].limit(to).position(from);
    }

    /** Returns the expected answer if it is one of HTTP, of which {@link #right} knows nothing; else null. */
    public Expectation.@Nullable Http http(int expectation) {
        return expected.get(expectation) instanceof Expectation.Http http ? http : null;
    }

    /** Returns whether the peer is expected to close the connection. */
    public boolean isEnd(int expectation) {
        return expected.get(expectation) instanceof Expectation.End;
    }

    public int answerSize(int expectation) {
        return answerSizes[expectation];
    }

    /** Returns how many frames of an answer lie completely or partly in its last {@code bytes}. */
    public int framesIn(int expectation, int bytes) {
        int frame = frameSize(expectation);
        return (bytes + frame - 1) / frame;
    }

    /** Returns the size of each frame of an answer; the whole size if there is one frame. */
    public int frameSize(int expectation) {
        return answerSizes[expectation] / answerFrames[expectation];
    }

    /** Returns the offset at which the answer begins, given that of the payload. */
    public int answerOffset(int expectation, int payloadOffset) {
        return echoes[expectation] ? payloadOffset : 0;
    }

    /**
     * Compares a part of the answer with the expected bytes.
     *
     * @param in the received bytes; its position does not change
     * @param count how many of its bytes belong to the answer
     * @param at their offset in the answer's region
     * @return the number of correct bytes: {@code count} if all are
     */
    public int right(int expectation, int at, ByteBuffer in, int count) {
        ByteBuffer answer = answers[expectation];
        if (answer == null) {
            return count;
        }
        answer.limit(at + count).position(at);
        int limit = in.limit();
        in.limit(in.position() + count);
        int difference = in.mismatch(answer);
        in.limit(limit);
        return difference < 0 ? count : difference;
    }

    /** Returns the expected byte at an offset of the answer's region. */
    public byte expected(int expectation, int at) {
        ByteBuffer answer = answers[expectation];
        if (answer == null) {
            throw new IllegalStateException("any byte will do");
        }
        return answer.limit(answer.capacity()).get(at);
    }
}
