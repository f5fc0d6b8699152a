package dev.gearbox.testkit.stage;

import dev.gearbox.core.Session;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Takes whatever comes, and hands it over when the connection is closed: with the cause, if there is one. */
public final class Collecting implements Session {
    private final CompletableFuture<byte[]> all;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public Collecting(CompletableFuture<byte[]> all) {
        this.all = all;
    }

    @Override
    public void received(ByteBuffer in) {
        byte[] piece = new byte[in.remaining()];
        in.get(piece);
        bytes.writeBytes(piece);
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (cause == null) {
            all.complete(bytes.toByteArray());
        } else {
            all.completeExceptionally(cause);
        }
    }
}
