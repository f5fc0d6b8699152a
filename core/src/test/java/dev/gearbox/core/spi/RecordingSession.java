package dev.gearbox.core.spi;

import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session that records its callbacks, and takes a given number of bytes of each offer. */
public final class RecordingSession implements Session {
    public final List<String> entries = new ArrayList<>();
    public int takes = Integer.MAX_VALUE;
    public boolean goesOn;
    public Runnable inReceived = () -> {};
    Runnable inWritable = () -> {};

    @Nullable
    public Throwable cause;

    @Override
    public void received(ByteBuffer in) {
        entries.add("received " + in.remaining());
        in.position(in.position() + Math.min(takes, in.remaining()));
        inReceived.run();
    }

    @Override
    public void writable() {
        entries.add("writable");
        inWritable.run();
    }

    @Override
    public boolean ended() {
        entries.add("ended");
        return goesOn;
    }

    /** It is busy until it is cut off. */
    @Override
    public boolean stopping() {
        return false;
    }

    @Override
    public void closed(@Nullable Throwable reason) {
        entries.add("closed");
        cause = reason;
    }
}
