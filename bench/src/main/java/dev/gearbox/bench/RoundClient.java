package dev.gearbox.bench;

import java.io.IOException;

/** Loads one server in rounds with nothing in flight between them, so that several servers can be loaded in turns. */
public interface RoundClient extends AutoCloseable {
    /** Loads for this time, and returns what was completed in it and afterwards, until nothing was in flight. */
    long run(long nanos) throws IOException;

    @Override
    void close() throws IOException;
}
