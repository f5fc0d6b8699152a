package dev.gearbox.files;

import java.nio.ByteBuffer;

/** Receives the bytes of a file in the form in which a strategy has them, so that none is copied only to be looked at. */
public interface ByteSink {
    /** One byte, in the lowest eight bits. */
    void accept(int value);

    /** Some bytes of an array, which is the strategy's again on return. */
    void accept(byte[] bytes, int offset, int length);

    /** The remaining bytes of a buffer, which is the strategy's again on return. */
    void accept(ByteBuffer bytes);
}
