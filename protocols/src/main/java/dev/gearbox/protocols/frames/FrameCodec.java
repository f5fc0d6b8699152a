package dev.gearbox.protocols.frames;

import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * How the stream of one connection is divided into frames. It remembers how far it has looked for the end of a frame, so that no byte is searched
 * twice, however the input is cut.
 */
interface FrameCodec {
    /**
     * Looks for a whole frame at the position of {@code in}, where the previous one ended. Only after true do the methods that describe the frame
     * return something.
     *
     * @return whether there is one; if not, the next call gets the same bytes and more
     * @throws FrameException if the frame is larger than the limit
     */
    boolean find(ByteBuffer in);

    /** Returns the number of bytes in front of the payload. */
    int header();

    /** Returns the number of bytes of the payload. */
    int payload();

    /** Returns the number of bytes behind the payload. */
    int trailer();

    /** Returns whether {@link #write} would give the frame the same header and trailer that it came with. */
    boolean isAsWritten();

    /**
     * Writes {@code payload} as a frame.
     *
     * @return as {@link Connection#write}
     * @throws IllegalArgumentException if the peer could not read it as one frame; nothing was written
     */
    boolean write(Connection connection, ByteBuffer payload);

    /** Returns the charset of frames that are text. */
    default Charset charset() {
        return StandardCharsets.UTF_8;
    }

    /** Returns what a frame is called in messages. */
    default String unit() {
        return "frame";
    }
}
