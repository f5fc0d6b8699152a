package dev.gearbox.http.message;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.MessageException.Kind;
import dev.gearbox.http.syntax.FieldLines;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the readers make of some bytes, which arrive in pieces as on a connection: what is left of one piece comes again before the next, at another
 * place of another buffer. Checks on the way that the readers leave no more than an incomplete line, and that each step uses some bytes.
 *
 * @param messages the complete messages: first line, {@code {name=value,...}} and body
 * @param kind why the last one was refused; null if it was not
 * @param partial whether the bytes end within a message
 */
record Transcript(List<String> messages, @Nullable Kind kind, boolean partial) {
    private static final int AROUND = 9;

    static Transcript ofRequests(String bytes, HttpLimits limits, int largest, SplittableRandom random) {
        Side<RequestLine> side = new Side<>(HeadReader.ofRequests(limits), limits, false);
        return side.read(bytes.getBytes(StandardCharsets.ISO_8859_1), largest, random);
    }

    static Transcript ofResponses(String bytes, HttpLimits limits, int largest, SplittableRandom random) {
        Side<StatusLine> side = new Side<>(HeadReader.ofResponses(limits), limits, true);
        return side.read(bytes.getBytes(StandardCharsets.ISO_8859_1), largest, random);
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>(messages);
        if (kind != null) {
            parts.add(kind.toString());
        }
        if (partial) {
            parts.add("...");
        }
        return String.join(" & ", parts);
    }

    private static final class Side<S extends StartLine> {
        private final HeadReader<S> heads;
        private final BodyReader bodies;
        private final HttpLimits limits;
        private final boolean responses;
        private final StringBuilder body = new StringBuilder();
        private final List<String> messages = new ArrayList<>();
        private @Nullable String head;
        private long length;

        Side(HeadReader<S> heads, HttpLimits limits, boolean responses) {
            this.heads = heads;
            this.limits = limits;
            this.responses = responses;
            bodies = responses
                    ? BodyReader.ofResponses(limits, this::content)
                    : BodyReader.ofRequests(limits, this::content);
        }

        private void content(ByteBuffer piece) {
            while (piece.hasRemaining()) {
                body.append((char) (piece.get() & 0xff));
            }
            if (body.length() > limits.bodyBytes()) {
                throw new AssertionError("a body of " + body.length() + " bytes was passed on");
            }
        }

        Transcript read(byte[] bytes, int largest, SplittableRandom random) {
            ByteBuffer left = ByteBuffer.allocate(0);
            try {
                for (int at = 0; at < bytes.length; ) {
                    int step = Math.min(bytes.length - at, 1 + random.nextInt(largest));
                    ByteBuffer in = ByteBuffer.allocateDirect(left.remaining() + step + 2 * AROUND);
                    int offset = random.nextInt(AROUND);
                    in.position(offset).put(left).put(bytes, at, step);
                    in.limit(in.position()).position(offset);
                    take(in);
                    if (in.remaining() > limits.lineBytes() + 1) {
                        throw new AssertionError(in.remaining() + " bytes are left in the buffer");
                    }
                    left = in;
                    at += step;
                }
            } catch (MessageException refused) {
                return new Transcript(messages, refused.kind(), false);
            }
            if (head != null && length == Framing.UNDEFINED) {
                complete();
            }
            return new Transcript(messages, null, head != null || heads.isBegun() || left.hasRemaining());
        }

        private void take(ByteBuffer in) throws MessageException {
            int before = in.remaining() + 1;
            while (in.remaining() < before) {
                before = in.remaining();
                if (head == null) {
                    MessageHead<S> next = heads.read(in);
                    if (next == null) {
                        return;
                    }
                    begin(next);
                }
                if (length == 0 || bodies.read(in)) {
                    complete();
                }
            }
        }

        private void begin(MessageHead<S> next) throws MessageException {
            long announced = next.length(limits.bodyBytes());
            length = announced == Framing.UNDEFINED && !responses ? 0 : announced;
            bodies.begin(length);
            head = shown(next.line()) + " " + shown(next.fields()) + (next.keepsAlive() ? "" : " closes");
        }

        private void complete() {
            messages.add(head + (body.isEmpty() ? "" : " " + body));
            body.setLength(0);
            head = null;
        }

        private static String shown(StartLine line) {
            return switch (line) {
                case RequestLine request -> request.method() + " " + request.target();
                case StatusLine status -> Integer.toString(status.status());
            };
        }

        private static String shown(FieldLines fields) {
            List<String> shown = new ArrayList<>();
            for (int field = 0; field < fields.count(); field++) {
                shown.add(fields.name(field) + "=" + fields.value(field));
            }
            return "{" + String.join(",", shown) + "}";
        }
    }
}
