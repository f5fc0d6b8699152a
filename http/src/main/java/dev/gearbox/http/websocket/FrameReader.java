package dev.gearbox.http.websocket;

import dev.gearbox.http.GrowingBody;
import java.nio.ByteBuffer;

/**
 * Reads the frames of a connection and puts messages together (RFC 6455, 5). A header is left in the buffer until it is complete; payloads are copied once, without their
 * mask. What it finds does not depend on how the network splits the bytes. Between two messages it holds nothing.
 */
final class FrameReader {
    /** Receives messages and control frames, in order. */
    interface Receiver {
        void message(boolean text, byte[] content) throws WebSocketException;

        void control(int opcode, byte[] payload) throws WebSocketException;
    }

    private static final int FIN = 0x80;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0xf;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7f;
    private static final int SHORT_LENGTH = 126;
    private static final int LONG_LENGTH = 127;
    private static final int MOST_OF_CONTROL = 125;
    private static final int MASK_BYTES = 4;
    private static final byte[] NOTHING = {};

    private final boolean masked;
    private final int most;
    private final Receiver receiver;
    private final Utf8Check utf8 = new Utf8Check();

    private boolean inPayload;
    private boolean last;
    private int opcode;
    private long missing;
    private int mask;
    /** Of the payload that were read: the position in the mask. */
    private int taken;

    /** The kind of the message that is not complete; -1 between two messages. */
    private int kind = -1;

    private GrowingBody message = new GrowingBody(0);
    private byte[] control = NOTHING;

    /**
     * Creates a reader.
     *
     * @param masked whether the peer is a client: then its frames must be masked, and otherwise not
     * @param most bytes of a message
     */
    FrameReader(boolean masked, int most, Receiver receiver) {
        this.masked = masked;
        this.most = most;
        this.receiver = receiver;
    }

    /** Reads what is there of one frame; returns false if the rest of the buffer is not enough to go on. */
    boolean read(ByteBuffer in) throws WebSocketException {
        if (!inPayload && !readHeader(in)) {
            return false;
        }
        int length = (int) Math.min(missing, in.remaining());
        if (length > 0) {
            byte[] piece = new byte[length];
            in.get(piece);
            unmask(piece);
            missing -= length;
            take(piece);
        }
        if (missing > 0) {
            return false;
        }
        inPayload = false;
        end();
        return true;
    }

    private boolean readHeader(ByteBuffer in) throws WebSocketException {
        int start = in.position();
        if (in.remaining() >= 1) {
            checkFirst(in.get(start) & 0xff);
        }
        if (in.remaining() < 2) {
            return false;
        }
        int first = in.get(start) & 0xff;
        int second = in.get(start + 1) & 0xff;
        checkSecond(first & OPCODE, second);
        int length = second & LENGTH;
        int size = 2 + (length == SHORT_LENGTH ? 2 : length == LONG_LENGTH ? 8 : 0) + (masked ? MASK_BYTES : 0);
        if (in.remaining() < size) {
            return false;
        }
        long whole = length == SHORT_LENGTH
                ? in.getShort(start + 2) & 0xffffL
                : length == LONG_LENGTH ? in.getLong(start + 2) : length;
        boolean minimal = length < SHORT_LENGTH || (length == SHORT_LENGTH ? whole >= SHORT_LENGTH : whole > 0xffff);
        if (whole < 0 || !minimal) {
            throw WebSocketException.violation("a length that is not encoded as it must be");
        }
        begin(first, whole);
        mask = masked ? in.getInt(start + size - MASK_BYTES) : 0;
        in.position(start + size);
        return true;
    }

    private void checkFirst(int first) throws WebSocketException {
        int next = first & OPCODE;
        if ((first & RESERVED) != 0) {
            throw WebSocketException.violation("a reserved bit is set");
        }
        if (!Opcode.isKnown(next)) {
            throw WebSocketException.violation("a frame of unknown kind " + next);
        }
        if (Opcode.isControl(next) && (first & FIN) == 0) {
            throw WebSocketException.violation("a control frame in fragments");
        }
        if (!Opcode.isControl(next) && (next == Opcode.CONTINUATION) != (kind >= 0)) {
            throw WebSocketException.violation(
                    kind >= 0 ? "a message begins within another one" : "a continuation of no message");
        }
    }

    private void checkSecond(int next, int second) throws WebSocketException {
        if (((second & MASKED) != 0) != masked) {
            throw WebSocketException.violation(
                    masked ? "a frame of a client without a mask" : "a masked frame of a server");
        }
        if (Opcode.isControl(next) && (second & LENGTH) > MOST_OF_CONTROL) {
            throw WebSocketException.violation("a control frame with more than " + MOST_OF_CONTROL + " bytes");
        }
    }

    private void begin(int first, long length) throws WebSocketException {
        opcode = first & OPCODE;
        last = (first & FIN) != 0;
        if (!Opcode.isControl(opcode)) {
            if (opcode != Opcode.CONTINUATION) {
                kind = opcode;
                message = new GrowingBody(most);
            }
            if (length > most - message.size()) {
                throw new WebSocketException(CloseStatus.TOO_LARGE, "a message has more than " + most + " bytes");
            }
            if (last && message.size() == 0) {
                message.expect(length);
            }
        }
        missing = length;
        taken = 0;
        inPayload = true;
    }

    private void unmask(byte[] piece) {
        if (mask != 0) {
            for (int at = 0; at < piece.length; at++) {
                piece[at] ^= (byte) (mask >>> (24 - 8 * ((taken + at) & 3)));
            }
        }
        taken = (taken + piece.length) & 3;
    }

    private void take(byte[] piece) throws WebSocketException {
        if (Opcode.isControl(opcode)) {
            byte[] joined = new byte[control.length + piece.length];
            System.arraycopy(control, 0, joined, 0, control.length);
            System.arraycopy(piece, 0, joined, control.length, piece.length);
            control = joined;
            return;
        }
        if (kind == Opcode.TEXT && !utf8.accepts(piece)) {
            throw new WebSocketException(CloseStatus.INVALID_TEXT, "a text message that is not UTF-8");
        }
        message.add(ByteBuffer.wrap(piece));
    }

    private void end() throws WebSocketException {
        if (Opcode.isControl(opcode)) {
            byte[] payload = control;
            control = NOTHING;
            receiver.control(opcode, payload);
        } else if (last) {
            boolean text = kind == Opcode.TEXT;
            if (text && !utf8.ends()) {
                throw new WebSocketException(CloseStatus.INVALID_TEXT, "a text message that ends within a character");
            }
            byte[] content = message.takeArray();
            kind = -1;
            receiver.message(text, content);
        }
    }
}
