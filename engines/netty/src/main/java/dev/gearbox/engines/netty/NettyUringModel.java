package dev.gearbox.engines.netty;

import dev.gearbox.core.Capability;
import dev.gearbox.core.Engine;
import dev.gearbox.core.IoModel;
import dev.gearbox.core.ModelCard;
import dev.gearbox.core.Parameter;
import dev.gearbox.core.Parameters;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringBufferRingConfig;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringFixedBufferRingAllocator;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Netty on io_uring: an acceptor's event loop deals connections out to N event loops, each with a ring, where they stay. A loop submits reads
 * and writes and waits for their completions in one system call.
 *
 * <pre>
 *                                    /---- ( ring 1 ) ---- event loop 1: read done, callback, write, write done
 *   clients ---- ( acceptor ) ------<----- ( ring 2 ) ---- event loop 2
 *               its event loop       \---- ( ring N ) ---- event loop N
 * </pre>
 *
 * <p>Netty 4.2's native transport ({@code IoUringIoHandler}) with what the kernel has of it: multishot accept and receive, and a ring of
 * buffers for each loop, from which the kernel takes one when bytes come, so that a quiet connection holds none. Where a kernel has no
 * such rings (before Linux 5.19) the model is absent: Netty then polls first and reads after, which is another model.
 *
 * <p>Limits: as {@code netty-epoll}; and a multishot receive that was under way when a session paused may still bring the few buffers that the
 * kernel had filled. What comes from the buffer ring is copied once, for else slow readers would hold the buffers that all others read into.
 */
public final class NettyUringModel implements IoModel {
    private static final String RING = "ring";
    private static final short GROUP = 0;

    @Override
    public ModelCard card() {
        List<Parameter> parameters = new ArrayList<>(NettyEngine.parameters());
        parameters.add(new Parameter.Choice(
                RING,
                List.of("16", "32", "64", "128", "256", "512", "1024"),
                "64",
                "buffers in each loop's buffer ring"));
        return new ModelCard(
                "netty-uring",
                "Netty on io_uring through JNI: an acceptor deals connections out to N event loops, each with a ring",
                NettyEngine.SOURCE + ", IoUringIoHandler",
                EnumSet.complementOf(EnumSet.of(Capability.SHIFT_IN, Capability.SHIFT_OUT, Capability.ELASTIC)),
                parameters);
    }

    @Override
    public Optional<String> absence() {
        return NettyErrors.absence("io_uring", IoUring::unavailabilityCause)
                .or(() -> IoUring.isRegisterBufferRingSupported()
                        ? Optional.empty()
                        : Optional.of("this kernel's io_uring has no buffer rings; it takes Linux 5.19 or newer"));
    }

    @Override
    public Engine start(Parameters parameters) {
        int buffers = parameters.whole(RING);
        IoUringBufferRingConfig ring = IoUringBufferRingConfig.builder()
                .bufferGroupId(GROUP)
                .bufferRingSize((short) buffers)
                .batchSize(buffers)
                // Pooled, not adaptive: all are of one size, and a loop takes and frees them in turn.
                .allocator(new IoUringFixedBufferRingAllocator(
                        PooledByteBufAllocator.DEFAULT, parameters.whole(NettyEngine.BUFFER)))
                .build();
        return new NettyEngine(
                parameters,
                new NettyKind(
                        IoUringIoHandler.newFactory(new IoUringIoHandlerConfig().setBufferRingConfig(ring)),
                        IoUringServerSocketChannel::new,
                        IoUringSocketChannel::new,
                        channel -> channel.config().setOption(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, GROUP),
                        backend(buffers)));
    }

    private static String backend(int buffers) {
        return IoUringSocketChannel.class.getName() + ", ring of " + buffers + " buffers"
                + feature(IoUring.isRegisterBufferRingIncSupported(), " used in parts")
                + feature(IoUring.isAcceptMultishotEnabled(), ", accept multishot")
                + feature(IoUring.isRecvMultishotEnabled(), ", receive multishot")
                + feature(IoUring.isPollAddMultishotEnabled(), ", poll multishot");
    }

    private static String feature(boolean seen, String name) {
        return seen ? name : "";
    }
}
