package dev.gearbox.engines.jdk;

import dev.gearbox.core.sockets.ChannelDescriptors;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.ShutdownChannelGroupException;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns an existing socket into an asynchronous channel: a channel connects to itself, and then its descriptor number is given to the socket. */
final class AsyncAdoption implements CompletionHandler<@Nullable Void, AsynchronousSocketChannel> {
    private final ChannelDescriptors descriptors;
    private final Handoff connection;
    private final BiConsumer<AsynchronousSocketChannel, ChannelDescriptors.ChannelDescriptor> done;
    private final Consumer<Throwable> failed;

    private AsyncAdoption(
            ChannelDescriptors descriptors,
            Handoff connection,
            BiConsumer<AsynchronousSocketChannel, ChannelDescriptors.ChannelDescriptor> done,
            Consumer<Throwable> failed) {
        this.descriptors = descriptors;
        this.connection = connection;
        this.done = done;
        this.failed = failed;
    }

    /**
     * Returns the descriptors of a group, in a process that can find them. One of its channels starts a read that never completes, so that its descriptor can
     * be found.
     */
    static Optional<ChannelDescriptors> descriptors(AsynchronousChannelGroup group) {
        return SocketConverter.installed().map(converter -> {
            try (AsynchronousSocketChannel probe = AsynchronousSocketChannel.open(group)) {
                probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                BlockingAsyncSocket.await(probe.connect(probe.getLocalAddress()));
                Future<Integer> _ = probe.read(ByteBuffer.allocate(1));
                return converter.descriptors(probe.getLocalAddress(), probe.getRemoteAddress());
            } catch (IOException failure) {
                throw new UncheckedIOException("no way into a channel group: " + failure.getMessage(), failure);
            }
        });
    }

    /**
     * Starts the conversion. From any thread.
     *
     * @param done receives the channel, which has the socket now as a second one, on a thread of the group
     * @param failed receives the reason if it fails
     */
    static void begin(
            AsynchronousChannelGroup group,
            ChannelDescriptors descriptors,
            Handoff connection,
            BiConsumer<AsynchronousSocketChannel, ChannelDescriptors.ChannelDescriptor> done,
            Consumer<Throwable> failed) {
        AsynchronousSocketChannel channel;
        try {
            channel = AsynchronousSocketChannel.open(group);
        } catch (IOException | ShutdownChannelGroupException failure) {
            failed.accept(failure);
            return;
        }
        AsyncAdoption seating = new AsyncAdoption(descriptors, connection, done, failed);
        try {
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.connect(channel.getLocalAddress(), channel, seating);
        } catch (IOException failure) {
            seating.failed(failure, channel);
        }
    }

    @Override
    public void completed(@Nullable Void nothing, AsynchronousSocketChannel channel) {
        ChannelDescriptors.ChannelDescriptor descriptor;
        try {
            descriptor = descriptors.of(channel.getLocalAddress(), channel.getRemoteAddress());
            descriptor.take(connection.socket());
        } catch (IOException | UnsupportedOperationException failure) {
            failed(failure, channel);
            return;
        }
        connection.copied(channel);
        done.accept(channel, descriptor);
    }

    @Override
    public void failed(Throwable failure, AsynchronousSocketChannel channel) {
        Closeables.close(channel);
        failed.accept(failure);
    }
}
