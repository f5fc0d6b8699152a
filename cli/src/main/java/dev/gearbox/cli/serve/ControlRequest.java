package dev.gearbox.cli.serve;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A request on the control socket of a server: one line of JSON, {@code {"ask":"shift","connection":"all","to":"virtual"}}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "ask")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ControlRequest.StatusRequest.class, name = "status"),
    @JsonSubTypes.Type(value = ControlRequest.ShiftRequest.class, name = "shift")
})
sealed interface ControlRequest {
    /** Asks for the server's identity, the counters of its engines, and its connections. */
    record StatusRequest() implements ControlRequest {}

    /**
     * Shifts connections.
     *
     * @param connection the peer's address, its port alone, or {@link #ALL}
     * @param to the spec of the target engine, which is started if the server does not run it yet
     */
    record ShiftRequest(String connection, String to) implements ControlRequest {
        static final String ALL = "all";
    }
}
