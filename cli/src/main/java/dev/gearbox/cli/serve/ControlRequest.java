package dev.gearbox.cli.serve;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a server is asked on its control socket: one line of JSON, {@code {"ask":"shift","connection":"all","to":"virtual"}}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "ask")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ControlRequest.StatusRequest.class, name = "status"),
    @JsonSubTypes.Type(value = ControlRequest.ShiftRequest.class, name = "shift")
})
sealed interface ControlRequest {
    /** Who it is, what its engines have counted, which connections it has. */
    record StatusRequest() implements ControlRequest {}

    /**
     * Connections move.
     *
     * @param connection the peer's address, its port alone, or {@link #ALL}
     * @param to the spec of the engine that gets them; started if the server does not have it yet
     */
    record ShiftRequest(String connection, String to) implements ControlRequest {
        static final String ALL = "all";
    }
}
