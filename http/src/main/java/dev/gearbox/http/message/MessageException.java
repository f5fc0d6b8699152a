package dev.gearbox.http.message;

import java.io.IOException;

/** A message that is not valid, not supported, or exceeds a limit; its connection cannot be used any longer. The only exception of the readers. */
public final class MessageException extends IOException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /** What is wrong, and the status with which a server answers that. */
    public enum Kind {
        MALFORMED(400, false),
        START_LINE_TOO_LONG(414, true),
        HEAD_TOO_LARGE(431, true),
        BODY_TOO_LARGE(413, true),
        /** What surrounds the chunks of a body: their size lines and the trailer. */
        FRAMING_TOO_LARGE(400, true),
        UNKNOWN_CODING(501, false),
        UNSUPPORTED_VERSION(505, false);

        private final int status;
        private final boolean tooLarge;

        Kind(int status, boolean tooLarge) {
            this.status = status;
            this.tooLarge = tooLarge;
        }

        public int status() {
            return status;
        }

        /** Returns whether the message might be valid, but exceeds a limit. */
        public boolean isTooLarge() {
            return tooLarge;
        }
    }

    public MessageException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    static MessageException malformed(String message) {
        return new MessageException(Kind.MALFORMED, message);
    }

    public Kind kind() {
        return kind;
    }
}
