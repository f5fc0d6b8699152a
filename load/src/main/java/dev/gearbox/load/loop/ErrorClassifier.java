package dev.gearbox.load.loop;

import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.report.ErrorKind;
import java.io.IOException;
import java.net.ConnectException;
import org.jspecify.annotations.Nullable;

/** Classifies errors and describes the first of each kind. */
final class ErrorClassifier {
    private ErrorClassifier() {}

    static ErrorKind kind(IOException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof ConnectException && message.contains("refused")) {
            return ErrorKind.REFUSED;
        }
        // The kernel reports a reset by the peer in several ways.
        if (message.contains("reset") || message.contains("Broken pipe") || message.contains("aborted")) {
            return ErrorKind.RESET;
        }
        return message.contains("timed out") ? ErrorKind.TIMEOUT : ErrorKind.OTHER;
    }

    static IOException wrongByte(User user, PayloadContents contents, int place, byte found) {
        int expected = contents.expected(user.expecting, place) & 0xff;
        int first = user.answerTo - contents.answerSize(user.expecting);
        int frame = contents.frameSize(user.expecting);
        int frames = contents.answerSize(user.expecting) / frame;
        return new IOException("byte %d of %d%s is %s, not %s"
                .formatted(
                        (place - first) % frame + 1,
                        frame,
                        frames == 1 ? "" : " in frame " + ((place - first) / frame + 1) + " of " + frames,
                        show(found & 0xff),
                        show(expected)));
    }

    /** Describes the connection, what it was doing, and the error. */
    static String describe(User user, ErrorKind kind, @Nullable IOException cause, PayloadContents contents) {
        String doing;
        if (!user.connected) {
            doing = "connecting";
        } else if (user.expecting >= 0) {
            int size = contents.answerSize(user.expecting);
            int got = size - (user.answerTo - user.answerAt);
            doing = "request " + user.requests + ", " + got + " of " + size + " bytes answered";
        } else {
            doing = user.requests == 0 ? "before its first request" : "after request " + user.requests;
        }
        String what = switch (kind) {
            case TIMEOUT -> "nothing more came in time";
            case UNEXPECTED_CLOSE -> "the peer closed the connection";
            default -> cause == null ? kind.key() : String.valueOf(cause.getMessage());
        };
        return "connection " + (user.id + 1) + ", " + doing + ": " + what;
    }

    private static String show(int value) {
        return value > 32 && value < 127 ? "'" + (char) value + "'" : "0x%02x".formatted(value);
    }
}
