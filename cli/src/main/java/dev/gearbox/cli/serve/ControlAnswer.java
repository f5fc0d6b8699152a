package dev.gearbox.cli.serve;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gearbox.core.EngineStats;
import java.time.Duration;

/** What a server answers on its control socket: lines of JSON, each as soon as it is true; {@link Done} or {@link Refused} is the last. */
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
     * To {@link ControlRequest.StatusRequest}, first.
     *
     * @param process its id
     * @param address where it listens
     * @param engine where connections come in
     * @param protocol what is spoken there
     */
    record Server(long process, String address, String engine, String protocol) implements ControlAnswer {}

    /** An engine that it runs; a part of one, if that is made of others: {@code auto: selector}. */
    record Running(String engine, EngineStats stats) implements ControlAnswer {}

    /**
     * A connection that it has; the oldest come first.
     *
     * @param connection the peer's address, by which it is named
     * @param engine that drives it
     * @param age since it came in
     */
    record Live(String connection, String engine, Duration age) implements ControlAnswer {}

    /** To {@link ControlRequest.ShiftRequest}, first: so many will be told of. */
    record Begun(int connections) implements ControlAnswer {}

    /**
     * One has moved.
     *
     * @param from the engine that had it; the same as {@code to} if it was there already
     * @param nanos from the request until the other engine drove it
     */
    record Moved(String connection, String from, String to, long nanos) implements ControlAnswer {}

    /**
     * One has not.
     *
     * @param engine that drives it still
     * @param reason a {@link dev.gearbox.core.ShiftException.Reason}, or {@link #NOT_YET}
     * @param message the same in words
     */
    record Stayed(String connection, String engine, String reason, String message) implements ControlAnswer {
        /** Its session does not return from a callback; the shift comes after that. */
        static final String NOT_YET = "NOT_YET";
    }

    /** The request makes no sense, and nothing was done. */
    record Refused(String message) implements ControlAnswer {}

    /** That was all. */
    record Done() implements ControlAnswer {}
}
