package dev.gearbox.load.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How slowly a user sends and reads, as behind a poor network or like a program that is busy with other things: a portion, then nothing for a time. In files:
 * {@code portions: {send: {bytes: 1, every: 20ms}, receive: {bytes: 8192, every: 20ms}}}, or one of them.
 *
 * <p>A peer that reads slowly has a socket that holds about one portion, so that what it has not read yet stays at the server. The plan's timeout applies to
 * the whole message, however slow its user is.
 *
 * @param send the limit of what it sends; empty: as fast as the socket takes it
 * @param receive the limit of what it reads; empty: whatever is there
 */
public record Portions(Optional<Portion> send, Optional<Portion> receive) {
    /** No limit in either direction. */
    public static final Portions NONE = new Portions(Optional.empty(), Optional.empty());

    /** The smallest buffer that is asked for: the system rounds less up. */
    private static final int LEAST_BUFFER = 2048;

    /**
     * What passes at once.
     *
     * @param bytes the largest number of bytes at a time
     * @param every the time from one portion of a message to its next, at least
     */
    public record Portion(int bytes, Duration every) {
        public Portion {
            if (bytes < 1 || bytes > Payload.MOST) {
                throw new BadPlanException("bytes: " + bytes + " is out of range: 1 to " + Payload.MOST);
            }
            DurationLimits.check(every, false, "every");
        }

        ObjectNode toTree() {
            return JsonNodeFactory.instance.objectNode().put("bytes", bytes).put("every", every.toString());
        }
    }

    @JsonCreator
    static Portions of(Optional<Portion> send, Optional<Portion> receive) {
        if (send.isEmpty() && receive.isEmpty()) {
            throw new BadPlanException("needs send, receive or both");
        }
        return new Portions(send, receive);
    }

    /** Returns the size of the receive buffer of its sockets; empty: as the system has it. */
    public Optional<Integer> receiveBuffer() {
        return receive.map(portion -> Math.max(LEAST_BUFFER, portion.bytes()));
    }

    ObjectNode toTree() {
        var node = JsonNodeFactory.instance.objectNode();
        send.ifPresent(portion -> node.set("send", portion.toTree()));
        receive.ifPresent(portion -> node.set("receive", portion.toTree()));
        return node;
    }
}
