package dev.gearbox.testkit;

/** How a hostile peer splits what it sends: the engine must see the same bytes in every case. */
public sealed interface Chunking {
    /** In one write. */
    record Friendly() implements Chunking {}

    /** Each byte in a packet of its own. */
    record OneByteAtATime() implements Chunking {}

    /** In writes of random sizes. */
    record RandomChunks(long seed, int largest) implements Chunking {}
}
