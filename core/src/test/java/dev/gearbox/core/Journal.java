package dev.gearbox.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session that writes down its callbacks, and takes of each offer as many bytes as it is told. */
final class Journal implements Session {
    final List<String> entries = new ArrayList<>();
    int takes = Integer.MAX_VALUE;
    boolean goesOn;
    Runnable inReceived = () -> {};
    Runnable inWritable = () -> {};

    @Nullable
    Throwable cause;

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

    @Override
    public void closed(@Nullable Throwable reason) {
        entries.add("closed");
        cause = reason;
    }
}
