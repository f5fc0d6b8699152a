package dev.gearbox.engines.netty;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.LostSocket;
import dev.gearbox.core.sockets.SocketConverter;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.core.spi.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection on a Netty channel, and the only handler in its pipeline. Everything runs on the channel's event loop, so turns need no synchronisation. Netty
 * reads only on request ({@code autoRead} is off), and has one write at a time: it is flushed at the end of the event, and the release of its buffer signals
 * its completion.
 *
 * <p>Netty may deliver more than was requested: multishot receives that were in progress, or everything that is left when the peer ends its side. Bytes that
 * arrive while the session does not read are kept here.
 *
 * <p>For a shift to another engine the channel is deregistered, which Netty does in a separate task; bytes that it reads until then are kept here, too, and
 * then passed to core. A write that was not sent completely is removed from Netty's queue. Netty's channel is not closed but abandoned: the socket under it
 * stays open.
 */
final class NettyChannelTransport extends ChannelInboundHandlerAdapter implements Transport, Runnable {
    /** A shift in progress: the socket, and the engine that gets it when Netty has released the channel. */
    private record Leave(DetachedSocket socket, Consumer<DetachedSocket> taker) {}

    private final NettyEngine engine;
    private final SocketChannel channel;
    private final ConnectionState state;
    private final ArrayDeque<PooledBuffer> held = new ArrayDeque<>(0);

    private @Nullable ChannelHandlerContext context;
    private @Nullable LoopBuffers buffers;
    /** In a turn: events that a call to Netty causes at once are only recorded, and handled by that turn. */
    private boolean busy;

    private boolean reading;
    private boolean inputEnded;
    private @Nullable NettyWriteBuffer output;
    private int sending;
    private boolean released;
    private boolean opened;
    private boolean closing;
    private @Nullable Throwable failure;

    /** Whether another engine had the connection before. */
    private final boolean moved;

    private @Nullable Leave leaving;
    /** The channel for the connection if it comes back. */
    private Optional<SocketChannel> spare = Optional.empty();
    /** Netty has released the channel: another engine has the connection, or will have it, or the connection is lost. */
    private boolean gone;

    private NettyChannelTransport(NettyEngine engine, SocketChannel channel, ConnectionState state, boolean moved) {
        this.engine = engine;
        this.channel = channel;
        this.state = state;
        this.moved = moved;
    }

    /** Creates the transport of a new connection. */
    NettyChannelTransport(NettyEngine engine, SocketChannel channel, ConnectionState state) {
        this(engine, channel, state, false);
    }

    /** Creates the transport of a connection that came from another engine, or came back to this one after a failed shift. */
    static NettyChannelTransport moved(NettyEngine engine, SocketChannel channel, ConnectionState state) {
        return new NettyChannelTransport(engine, channel, state, true);
    }

    // ---- Events of Netty

    @Override
    public void channelActive(ChannelHandlerContext active) {
        if (context == null) {
            open(active);
        }
    }

    /** Netty can read and write. It may have reported this before, unless it has found the socket to be broken, which no other event reports. */
    void begun() {
        if (context == null) {
            if (!channel.isActive()) {
                failure = new IOException("Connection reset by peer");
            }
            open(requireNonNull(channel.pipeline().context(this)));
        }
    }

    private void open(ChannelHandlerContext active) {
        context = active;
        buffers = engine.buffers(channel.eventLoop());
        channel.config().setRecvByteBufAllocator(buffers);
        if (state.open(this)) {
            opened = true;
            begin();
            settle();
        } else if (moved) {
            letGo(state::declined);
        } else {
            close();
        }
    }

    private void begin() {
        if (moved) {
            try {
                engine.kind().opened(channel, state);
            } catch (IOException unusable) {
                state.failed(unusable);
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext unused, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            PooledBuffer bytes = requireNonNull(buffers).filled(read);
            if (held.isEmpty() && leaving == null && state.reading()) {
                state.received(bytes);
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

    /** A read or a write failed; for a write, before or after the release of its buffer. */
    @Override
    public void exceptionCaught(ChannelHandlerContext unused, Throwable thrown) {
        if (failure == null
                && !(thrown instanceof ClosedChannelException
                        && leaving != null
                        && engine.kind().copies())) {
            failure = NettyErrors.ofConnection(thrown);
        }
        settle();
    }

    @Override
    public void channelInactive(ChannelHandlerContext unused) {
        if (leaving != null) {
            if (engine.kind().copies()) {
                left();
            }
            return;
        }
        if (!closing) {
            state.failed(failure == null ? new ClosedChannelException() : failure);
        }
        drop();
        if (context == null) {
            state.refuse(new ClosedChannelException());
        } else {
            state.closed();
        }
    }

    /** Netty has released the bytes that it was given. */
    void released() {
        released = true;
        if (leaving != null && !channel.isOpen()) {
            // Abandoned, when Netty had the system's last result.
            sending -= requireNonNull(output).readableBytes();
        }
        if (!busy) {
            // Not here: Netty is processing its queue.
            execute();
        }
    }

    // ---- The turn

    /** Runs the turn that a wake-up or the completion of a write requested. */
    @Override
    public void run() {
        if (!gone && !state.isOver()) {
            state.turn();
            settle();
        }
    }

    private void settle() {
        if (busy || closing || gone || !opened || state.isOver()) {
            return;
        }
        busy = true;
        try {
            steps();
        } catch (RuntimeException | Error defect) {
            state.failed(defect);
            steps();
        } finally {
            busy = false;
        }
    }

    private void steps() {
        while (step()) {
            // Each step may make the next one due.
        }
    }

    /** Does one thing that is due; returns false if nothing is. */
    private boolean step() {
        if (released) {
            sent();
        }
        if (failure != null) {
            state.failed(failure);
        }
        return switch (state.next()) {
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
            case ABORT -> {
                resetOnClose();
                close();
                yield false;
            }
            case SHIFT -> {
                letGo(state::released);
                yield leaving == null;
            }
            case REST -> released || (state.reading() && readOn());
        };
    }

    @SuppressWarnings(
            "FutureReturnValueIgnored") // a void promise reports failures to exceptionCaught, and costs nothing
    private void send() {
        NettyWriteBuffer next = requireNonNull(buffers).outgoing(state.output(), this);
        output = next;
        sending = next.readableBytes();
        here().writeAndFlush(next, here().voidPromise());
    }

    private void endOutput() {
        ChannelFuture ended = channel.shutdownOutput();
        if (ended.isSuccess()) {
            state.outputEnded();
        } else {
            state.failed(NettyErrors.ofConnection(requireNonNull(ended.cause(), "not done at once")));
        }
    }

    private void resetOnClose() {
        Closeables.prepareReset(() -> {
            try {
                channel.config().setSoLinger(0);
            } catch (ChannelException closed) {
                throw new IOException(closed);
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // channelInactive signals its completion
    private void close() {
        if (leaving != null) {
            // A close that has the same effect is already in progress.
            return;
        }
        closing = true;
        if (channel.isActive() || !moved) {
            here().close();
            engine.kind().closing(channel);
        } else {
            // Netty reports no end of a channel that never was active.
            end();
        }
    }

    /** Passes the bytes kept here to the session and returns true, or makes Netty read more. */
    private boolean readOn() {
        PooledBuffer next = held.poll();
        if (next != null) {
            state.received(next);
            next.release();
            return true;
        }
        if (inputEnded) {
            state.inputEnded();
            return true;
        }
        if (!reading) {
            reading = true;
            here().read();
        }
        return false;
    }

    // ---- Shifting to another engine

    @SuppressWarnings("FutureReturnValueIgnored") // channelInactive signals the completion of a close
    private void letGo(Consumer<DetachedSocket> next) {
        if (leaving != null) {
            return;
        }
        DetachedSocket socket;
        try {
            socket = leave();
        } catch (IOException failed) {
            state.stays(failed);
            return;
        }
        leaving = new Leave(socket, next);
        if (engine.kind().copies()) {
            here().close();
            engine.kind().closing(channel);
        } else {
            takeBackOutput();
            here().deregister().addListener(done -> left());
        }
    }

    /** Returns the socket that the connection leaves with; one that never was driven here goes back as it came, where it came as a second socket. */
    private DetachedSocket leave() throws IOException {
        if (!opened && engine.kind().copies()) {
            return new LostSocket(state.localAddress(), state.remoteAddress());
        }
        spare = engine.kind().spare();
        try {
            return engine.kind().socket(channel, state);
        } catch (IOException failed) {
            dropSpare();
            throw failed;
        }
    }

    private void dropSpare() {
        spare.ifPresent(unused -> unused.unsafe().closeForcibly());
    }

    /** Netty has deregistered or closed the channel; parts of that may still be pending. */
    @SuppressWarnings("FutureReturnValueIgnored") // the loop runs: it has just run this
    private void left() {
        if (!engine.kind().isFree(channel, state)) {
            // Scheduled, not executed: otherwise the loop would do nothing else before.
            channel.eventLoop().schedule(this::left, 1, TimeUnit.NANOSECONDS);
            return;
        }
        if (released) {
            sent();
        }
        for (PooledBuffer each; (each = held.poll()) != null; ) {
            state.kept(each);
            each.release();
        }
        boolean lost = !channel.isOpen() && !engine.kind().copies();
        if (lost && failure == null) {
            failure = new ClosedChannelException();
        }
        if (opened && failure != null) {
            state.failed(failure);
        }
        Leave leave = requireNonNull(leaving);
        if (opened && state.next() != ConnectionState.Next.SHIFT) {
            // A task has closed it meanwhile, or it has failed.
            dropSpare();
            if (engine.kind().copies()) {
                if (state.next() == ConnectionState.Next.ABORT) {
                    Closeables.prepareReset(
                            () -> SocketConverter.needed().resetOnClose(state.localAddress(), state.remoteAddress()));
                }
                Closeables.close(leave.socket());
            }
            end();
            return;
        }
        gone = true;
        // If Netty has found the end of the input already, the next engine will see it, too.
        leave.taker().accept(lost ? new LostSocket(state.localAddress(), state.remoteAddress()) : leave.socket());
    }

    /** Prevents Netty from sending what it has not sent. */
    private void takeBackOutput() {
        NettyWriteBuffer unsent = output;
        if (unsent != null && unsent.isFor(this)) {
            sending -= unsent.readableBytes();
            requireNonNull(channel.unsafe().outboundBuffer(), "closed by Netty").remove();
            sent();
        }
    }

    private void sent() {
        released = false;
        state.sent(failure == null ? sending : 0);
    }

    /** Ends a connection whose channel Netty has released. */
    private void end() {
        gone = true;
        channel.unsafe().closeForcibly();
        drop();
        state.closed();
    }

    private void drop() {
        held.forEach(PooledBuffer::release);
        held.clear();
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

    // ---- Calls from core

    @Override
    public EngineBase engine() {
        return engine;
    }

    @Override
    public void wake() {
        if (!channel.eventLoop().inEventLoop()) {
            engine.counters().wakeups.increment();
        }
        try {
            // Scheduled, not executed: tasks of tasks would keep the loop from its sockets, for up to a second.
            ScheduledFuture<?> _ = channel.eventLoop().schedule(this, 1, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException ended) {
            engine.ended(this, ended);
        }
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
    public void takenBack(DetachedSocket socket) {
        engine.takeBack(channel.eventLoop(), new Handoff(socket, state), spare);
    }

    @Override
    public void moved() {
        dropSpare();
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
