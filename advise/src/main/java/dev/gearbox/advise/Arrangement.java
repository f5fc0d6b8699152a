package dev.gearbox.advise;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How an engine arranges threads around connections: what decides its queues, and which costs a request has. */
enum Arrangement {
    /** One event loop for all connections. */
    @JsonProperty("loop")
    LOOP,
    /** An event loop on each core. */
    @JsonProperty("loops")
    LOOPS,
    /** A loop on each core, on which blocking calls unmount a virtual thread. */
    @JsonProperty("virtual-loops")
    VIRTUAL_LOOPS,
    /** A platform thread for each connection. */
    @JsonProperty("connection")
    CONNECTION,
    /** A virtual thread for each connection, on the JDK's scheduler. */
    @JsonProperty("virtual")
    VIRTUAL,
    /** A selector that finds ready connections, and a pool that reads, works and writes. */
    @JsonProperty("selector-pool")
    SELECTOR_POOL,
    /** An event loop that reads and writes, and a pool for the work. */
    @JsonProperty("offload")
    OFFLOAD;

    /** Whether a request that waits stops all other requests of its thread. */
    boolean waitStopsOthers() {
        return this == LOOP || this == LOOPS;
    }

    /** Whether threads in the arrangement have to be counted for waits. */
    boolean pooled() {
        return this == SELECTOR_POOL || this == OFFLOAD;
    }
}
