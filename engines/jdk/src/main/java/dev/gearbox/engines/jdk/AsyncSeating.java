package dev.gearbox.engines.jdk;

import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.Quietly;
import dev.gearbox.core.sockets.Seats;
import dev.gearbox.core.sockets.SocketForms;
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

/** An asynchronous channel on its way to a socket that exists: it connects to itself, and then its number is given to the socket. */
final class AsyncSeating implements CompletionHandler<@Nullable Void, AsynchronousSocketChannel> {
    private final Seats seats;
    private final DetachedSocket socket;
    private final BiConsumer<AsynchronousSocketChannel, Seats.Seat> done;
    private final Consumer<Throwable> failed;

    private AsyncSeating(
            Seats seats,
            DetachedSocket socket,
            BiConsumer<AsynchronousSocketChannel, Seats.Seat> done,
            Consumer<Throwable> failed) {
        this.seats = seats;
        this.socket = socket;
        this.done = done;
        this.failed = failed;
    }

    /** The seats of a group, in a process that has them. One of its channels is made to wait, in vain, so that it can be seen where. */
    static Optional<Seats> seats(AsynchronousChannelGroup group) {
        return SocketForms.installed().map(forms -> {
            try (AsynchronousSocketChannel probe = AsynchronousSocketChannel.open(group)) {
                probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                AsyncWire.await(probe.connect(probe.getLocalAddress()));
                Future<Integer> _ = probe.read(ByteBuffer.allocate(1));
                return forms.seats(probe.getLocalAddress(), probe.getRemoteAddress());
            } catch (IOException failure) {
                throw new UncheckedIOException("no way into a channel group: " + failure.getMessage(), failure);
            }
        });
    }

    /**
     * From any thread.
     *
     * @param done is told the channel, which has the socket now, on a thread of the group's
     * @param failed is told why there is none; the socket is still the caller's
     */
    static void begin(
            AsynchronousChannelGroup group,
            Seats seats,
            DetachedSocket socket,
            BiConsumer<AsynchronousSocketChannel, Seats.Seat> done,
            Consumer<Throwable> failed) {
        AsynchronousSocketChannel channel;
        try {
            channel = AsynchronousSocketChannel.open(group);
        } catch (IOException | ShutdownChannelGroupException failure) {
            failed.accept(failure);
            return;
        }
        AsyncSeating seating = new AsyncSeating(seats, socket, done, failed);
        try {
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.connect(channel.getLocalAddress(), channel, seating);
        } catch (IOException failure) {
            seating.failed(failure, channel);
        }
    }

    @Override
    public void completed(@Nullable Void nothing, AsynchronousSocketChannel channel) {
        Seats.Seat seat;
        try {
            seat = seats.of(channel.getLocalAddress(), channel.getRemoteAddress());
            seat.take(SocketForms.asDescriptor(socket));
        } catch (IOException | UnsupportedOperationException failure) {
            failed(failure, channel);
            return;
        }
        done.accept(channel, seat);
    }

    @Override
    public void failed(Throwable failure, AsynchronousSocketChannel channel) {
        Quietly.close(channel);
        failed.accept(failure);
    }
}
