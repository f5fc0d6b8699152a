package dev.gearbox.engines.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.unix.UnixChannel;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.channel.uring.IoUringIoOps;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Cancels the requests of a channel that is being closed. Netty asks the kernel to cancel each request once, and closes the channel when all of them have
 * completed. While the kernel is about to retry a request, it finds none (ENOENT), or one that it cannot stop (EALREADY); if the retry then finds nothing to
 * do, the request waits on, and so does Netty: until the peer sends something, or forever. So for as long as Netty waits, this cancels whatever there is on the
 * channel's descriptor.
 */
final class UringCancel implements IoUringIoHandle {
    /** The delay of the first check; usually the channel was closed within a round of the loop. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(5);

    private static final byte ASYNC_CANCEL = 14;
    /** IORING_ASYNC_CANCEL_ALL, IORING_ASYNC_CANCEL_FD: as old as buffer rings. */
    private static final int ALL_OF_DESCRIPTOR = 1 | 2;

    private UringCancel() {}

    /** Called when Netty was asked to close the channel. From any thread. */
    static void untilClosed(Channel channel) {
        look(channel, FIRST_LOOK);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a loop that ends closes all its channels
    private static void look(Channel channel, Duration wait) {
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (channel.isOpen()) {
                                breakOff((IoEventLoop) channel.eventLoop(), (UnixChannel) channel);
                                look(channel, wait.multipliedBy(2));
                            }
                        },
                        wait.toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    /** Not once Netty has closed the descriptor, whose number may have been reused. */
    private static void breakOff(IoEventLoop loop, UnixChannel channel) {
        loop.register(new UringCancel()).addListener(registered -> {
            if (registered.isSuccess()) {
                IoRegistration registration = (IoRegistration) registered.getNow();
                if (channel.isOpen()) {
                    registration.submit(all(channel.fd().intValue()));
                } else {
                    registration.cancel();
                }
            }
        });
    }

    private static IoUringIoOps all(int descriptor) {
        short none = 0;
        return new IoUringIoOps(
                ASYNC_CANCEL, (byte) 0, none, descriptor, 0L, 0L, 0, ALL_OF_DESCRIPTOR, 0L, none, none, 0, 0L);
    }

    /** The completion of the cancelled request shows whether a request was found. */
    @Override
    public void handle(IoRegistration registration, IoEvent answer) {
        registration.cancel();
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
