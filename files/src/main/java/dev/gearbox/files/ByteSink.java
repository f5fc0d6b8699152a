package dev.gearbox.files;

import java.nio.ByteBuffer;

/** Receives the bytes of a file in the form in which a strategy has them, so that none is copied only to be inspected. */
public interface ByteSink {
    /** Receives one byte, in the lowest eight bits. */
    void accept(int value);

    /** Receives a range of an array, which the strategy reuses on return. */
    void accept(byte[] bytes, int offset, int length);

    /** Receives the remaining bytes of a buffer, which the strategy reuses on return. */
    void accept(ByteBuffer bytes);
}
