package dev.gearbox.engines.netty;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.PooledBuffer;
import dev.gearbox.core.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection on a Netty channel, and the only handler in its pipeline. All of it happens on the channel's event loop, so turns need nothing
 * to keep them apart. Netty reads only when it is asked to ({@code autoRead} is off), and one write at a time is its own: it is flushed when
 * the event is over, and its end is told by the release of its buffer.
 *
 * <p>Netty may bring more than was asked for: multishot receives that were under way, or all that is left when the peer ends its side. What
 * comes while the session does not read waits here.
 */
final class NettyLink extends ChannelInboundHandlerAdapter implements Transport, Runnable {
    private final NettyEngine engine;
    private final SocketChannel channel;
    private final EngineSide side;
    private final ArrayDeque<PooledBuffer> held = new ArrayDeque<>(0);

    private @Nullable ChannelHandlerContext context;
    private @Nullable LoopBuffers buffers;
    /** In a turn: what a call to Netty brings about at once is only noted, and taken up by that turn. */
    private boolean busy;

    private boolean reading;
    private boolean inputEnded;
    private int sending;
    private boolean released;
    private boolean closing;
    private @Nullable Throwable failure;

    NettyLink(NettyEngine engine, SocketChannel channel, EngineSide side) {
        this.engine = engine;
        this.channel = channel;
        this.side = side;
    }

    // ---- What Netty tells

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        buffers = engine.buffers(channel.eventLoop());
        channel.config().setRecvByteBufAllocator(buffers);
        if (side.open(this)) {
            settle();
        } else {
            close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext unused, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            PooledBuffer bytes = requireNonNull(buffers).filled(read);
            if (held.isEmpty() && side.reading()) {
                side.received(bytes);
            } else {
                hold(bytes);
            }
        } finally {
            read.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext unused) {
        reading = false;
        settle();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext unused, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            settle();
        }
    }

    /** A read or a write failed; in a write, before its buffer is released or after. */
    @Override
    public void exceptionCaught(ChannelHandlerContext unused, Throwable thrown) {
        if (failure == null) {
            failure = NettyErrors.ofConnection(thrown);
        }
        settle();
    }

    @Override
    public void channelInactive(ChannelHandlerContext unused) {
        if (!closing) {
            side.failed(failure == null ? new ClosedChannelException() : failure);
        }
        held.forEach(PooledBuffer::release);
        held.clear();
        if (context == null) {
            side.refuse(new ClosedChannelException());
        } else {
            side.closed();
        }
    }

    /** Netty has done with the bytes that it was given. */
    void released() {
        released = true;
        if (!busy) {
            // Not here: Netty is in the midst of its queue.
            execute();
        }
    }

    // ---- The turn

    /** The turn that a wake-up or the end of a write asked for. */
    @Override
    public void run() {
        if (!side.isOver()) {
            side.turn();
            settle();
        }
    }

    private void settle() {
        if (busy || closing || side.isOver()) {
            return;
        }
        busy = true;
        try {
            while (step()) {
                // Each step may make the next one due.
            }
        } finally {
            busy = false;
        }
    }

    /** Does one thing that is due; false if nothing is. */
    private boolean step() {
        if (released) {
            released = false;
            side.sent(failure == null ? sending : 0);
        }
        if (failure != null) {
            side.failed(failure);
        }
        return switch (side.next()) {
            case SEND -> {
                send();
                yield true;
            }
            case END_OUTPUT -> {
                endOutput();
                yield true;
            }
            case CLOSE -> {
                close();
                yield false;
            }
            case SHIFT -> throw new IllegalStateException("this engine keeps its connections");
            case REST -> released || (side.reading() && readOn());
        };
    }

    @SuppressWarnings(
            "FutureReturnValueIgnored") // a void promise tells of failures by exceptionCaught, and costs nothing
    private void send() {
        OutgoingBuffer output = requireNonNull(buffers).outgoing(side.output(), this);
        sending = output.readableBytes();
        here().writeAndFlush(output, here().voidPromise());
    }

    private void endOutput() {
        ChannelFuture ended = channel.shutdownOutput();
        if (ended.isSuccess()) {
            side.outputEnded();
        } else {
            side.failed(NettyErrors.ofConnection(requireNonNull(ended.cause(), "not done at once")));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its end is told by channelInactive
    private void close() {
        closing = true;
        here().close();
    }

    /** Gives the session what waits here for it, or has Netty read more; true if the former. */
    private boolean readOn() {
        PooledBuffer next = held.poll();
        if (next != null) {
            side.received(next);
            next.release();
            return true;
        }
        if (inputEnded) {
            side.inputEnded();
            return true;
        }
        if (!reading) {
            reading = true;
            here().read();
        }
        return false;
    }

    private ChannelHandlerContext here() {
        return requireNonNull(context, "not active yet");
    }

    private void hold(PooledBuffer bytes) {
        int length = bytes.memory().position();
        PooledBuffer own = engine.pool().take(length);
        own.memory().put(0, bytes.memory(), 0, length).position(length);
        held.add(own);
    }

    // ---- What core asks

    @Override
    public EngineBase engine() {
        return engine;
    }

    @Override
    public void wake() {
        if (!channel.eventLoop().inEventLoop()) {
            engine.counters().wakeups.increment();
        }
        execute();
    }

    private void execute() {
        EventLoop loop = channel.eventLoop();
        try {
            loop.execute(this);
        } catch (RejectedExecutionException ended) {
            engine.ended(this, ended);
        }
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        ScheduledFuture<?> timer = channel.eventLoop().schedule(task, nanos, TimeUnit.NANOSECONDS);
        return () -> timer.cancel(false);
    }

    @Override
    public String toString() {
        return "connection " + channel;
    }
}
