package dev.gearbox.engines.netty;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.LostSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.core.spi.Transport;
import io.netty.buffer.ByteBuf;
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
 * A connection on a Netty channel, and the only handler in its pipeline. All of it happens on the channel's event loop, so turns need nothing
 * to keep them apart. Netty reads only when it is asked to ({@code autoRead} is off), and one write at a time is its own: it is flushed when
 * the event is over, and its end is told by the release of its buffer.
 *
 * <p>Netty may bring more than was asked for: multishot receives that were under way, or all that is left when the peer ends its side. What
 * comes while the session does not read waits here.
 *
 * <p>To leave for another engine the channel is deregistered, which Netty does in a task of its own; what it reads until then waits here, too, and
 * is then core's. A write that has not gone out whole is taken back out of Netty's queue. Netty's channel is not closed but dropped: the socket
 * under it lives on.
 */
final class NettyChannelTransport extends ChannelInboundHandlerAdapter implements Transport, Runnable {
    /** On its way out: the socket, and who gets it when Netty has let go of the channel. */
    private record Leave(DetachedSocket socket, Consumer<DetachedSocket> taker) {}

    private final NettyEngine engine;
    private final SocketChannel channel;
    private final ConnectionState state;
    private final ArrayDeque<PooledBuffer> held = new ArrayDeque<>(0);

    private @Nullable ChannelHandlerContext context;
    private @Nullable LoopBuffers buffers;
    /** In a turn: what a call to Netty brings about at once is only noted, and taken up by that turn. */
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
    /** What the connection has if it comes back. */
    private Optional<SocketChannel> spare = Optional.empty();
    /** Netty has let go: another engine has the connection, or will, or nobody. */
    private boolean gone;

    private NettyChannelTransport(NettyEngine engine, SocketChannel channel, ConnectionState state, boolean moved) {
        this.engine = engine;
        this.channel = channel;
        this.state = state;
        this.moved = moved;
    }

    /** For a connection that is new. */
    NettyChannelTransport(NettyEngine engine, SocketChannel channel, ConnectionState state) {
        this(engine, channel, state, false);
    }

    /** For a connection that another engine had, or this one before it went in vain to another. */
    static NettyChannelTransport moved(NettyEngine engine, SocketChannel channel, ConnectionState state) {
        return new NettyChannelTransport(engine, channel, state, true);
    }

    // ---- What Netty tells

    @Override
    public void channelActive(ChannelHandlerContext active) {
        if (context == null) {
            open(active);
        }
    }

    /** Netty can read and write, which it may have told already, unless it has found the socket to be broken, which nothing else tells of. */
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

    /** A read or a write failed; in a write, before its buffer is released or after. */
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

    /** Netty has done with the bytes that it was given. */
    void released() {
        released = true;
        if (leaving != null && !channel.isOpen()) {
            // Dropped, when Netty had the system's last answer.
            sending -= requireNonNull(output).readableBytes();
        }
        if (!busy) {
            // Not here: Netty is in the midst of its queue.
            execute();
        }
    }

    // ---- The turn

    /** The turn that a wake-up or the end of a write asked for. */
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

    /** Does one thing that is due; false if nothing is. */
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
            case SHIFT -> {
                letGo(state::released);
                yield leaving == null;
            }
            case REST -> released || (state.reading() && readOn());
        };
    }

    @SuppressWarnings(
            "FutureReturnValueIgnored") // a void promise tells of failures by exceptionCaught, and costs nothing
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

    @SuppressWarnings("FutureReturnValueIgnored") // its end is told by channelInactive
    private void close() {
        if (leaving != null) {
            // It is under way already, in a manner that does for this as well.
            return;
        }
        closing = true;
        if (channel.isActive() || !moved) {
            here().close();
            engine.kind().closing(channel);
        } else {
            // Netty tells nothing of the end of a channel that never was active.
            end();
        }
    }

    /** Gives the session what waits here for it, or has Netty read more; true if the former. */
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

    // ---- The way out

    @SuppressWarnings("FutureReturnValueIgnored") // the end of a close is told by channelInactive
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

    /** What the connection leaves with; one that never was ours goes back as it came, where it came as a second socket. */
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

    /** Netty has deregistered or closed the channel; not all that this entails need have happened. */
    @SuppressWarnings("FutureReturnValueIgnored") // the loop runs: it has just run this
    private void left() {
        if (!engine.kind().isFree(channel, state)) {
            // Scheduled, not executed: the loop would not come to anything else before.
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
                Closeables.close(leave.socket());
            }
            end();
            return;
        }
        gone = true;
        // An end of the input that Netty has found already the next engine finds, too.
        leave.taker().accept(lost ? new LostSocket(state.localAddress(), state.remoteAddress()) : leave.socket());
    }

    /** What Netty has not sent, it sends no more. */
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

    /** Ends a connection whose channel Netty has done with. */
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
