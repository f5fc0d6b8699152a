package dev.gearbox.cli.serve;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gearbox.core.EngineStats;
import java.time.Duration;

/** An answer of a server on its control socket: a line of JSON, sent as soon as it is known. {@link Done} or {@link Refused} is the last. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ControlAnswer.Server.class, name = "server"),
    @JsonSubTypes.Type(value = ControlAnswer.Running.class, name = "engine"),
    @JsonSubTypes.Type(value = ControlAnswer.Live.class, name = "connection"),
    @JsonSubTypes.Type(value = ControlAnswer.Begun.class, name = "begun"),
    @JsonSubTypes.Type(value = ControlAnswer.Moved.class, name = "moved"),
    @JsonSubTypes.Type(value = ControlAnswer.Stayed.class, name = "stayed"),
    @JsonSubTypes.Type(value = ControlAnswer.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = ControlAnswer.Done.class, name = "done")
})
sealed interface ControlAnswer {
    /**
     * The first answer to {@link ControlRequest.StatusRequest}.
     *
     * @param process its id
     * @param address where it listens
     * @param engine where new connections start
     * @param protocol name of the protocol
     */
    record Server(long process, String address, String engine, String protocol) implements ControlAnswer {}

    /** An engine of the server, or a part of a composite engine: {@code auto: selector}. */
    record Running(String engine, EngineStats stats) implements ControlAnswer {}

    /**
     * A connection of the server; the oldest come first.
     *
     * @param connection the peer's address, which identifies it
     * @param engine the engine that drives it
     * @param age time since it was accepted
     */
    record Live(String connection, String engine, Duration age) implements ControlAnswer {}

    /** The first answer to {@link ControlRequest.ShiftRequest}: the number of connections, each of which is reported later. */
    record Begun(int connections) implements ControlAnswer {}

    /**
     * A connection has moved.
     *
     * @param from the engine that had it; the same as {@code to} if it was there already
     * @param nanos from the request until the other engine drove it
     */
    record Moved(String connection, String from, String to, long nanos) implements ControlAnswer {}

    /**
     * A connection has not moved.
     *
     * @param engine the engine that still drives it
     * @param reason a {@link dev.gearbox.core.ShiftException.Reason}, or {@link #NOT_YET}
     * @param message the same in words
     */
    record Stayed(String connection, String engine, String reason, String message) implements ControlAnswer {
        /** Its session has not returned from a callback; the shift follows when it does. */
        static final String NOT_YET = "NOT_YET";
    }

    /** The request is invalid, and nothing was done. */
    record Refused(String message) implements ControlAnswer {}

    /** The end of the answer. */
    record Done() implements ControlAnswer {}
}
