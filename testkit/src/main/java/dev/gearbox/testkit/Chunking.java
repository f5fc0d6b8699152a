package dev.gearbox.testkit;

/** In which unkind way a peer sends: the engine has to see the same bytes however they come. */
public sealed interface Chunking {
    /** None: in one write. */
    record Friendly() implements Chunking {}

    /** Each byte in a packet of its own. */
    record OneByteAtATime() implements Chunking {}

    /** In writes of random sizes. */
    record RandomChunks(long seed, int largest) implements Chunking {}
}
