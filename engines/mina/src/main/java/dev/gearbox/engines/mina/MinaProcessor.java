package dev.gearbox.engines.mina;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.transport.socket.nio.NioProcessor;
import org.apache.mina.transport.socket.nio.NioSession;

/**
 * MINA's processor with the two things that it lacks: an entrance for tasks of other threads, and the reason why a socket failed. Its rounds
 * are untouched: the tasks run between the wait for the selector and what the round then does. Public because MINA's pool makes it.
 */
public final class MinaProcessor extends NioProcessor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Made by MINA, once for each thread. */
    public MinaProcessor(Executor executor) {
        super(executor);
    }

    /** From any thread: runs {@code task} on this processor's thread, soon, as long as it has connections. */
    void execute(Runnable task) {
        tasks.add(task);
        wakeup();
    }

    @Override
    protected int select(long timeout) throws Exception {
        int selected = super.select(timeout);
        // As many as there are now: one that adds itself again waits for the next round.
        for (int left = tasks.size(); left > 0; left--) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
        }
        return selected;
    }

    @Override
    protected void init(NioSession session) throws Exception {
        MinaTransport transport = MinaTransport.of(session);
        try {
            super.init(session);
        } catch (Exception failure) {
            transport.refuse(failure);
            throw failure;
        }
        transport.assign(this);
    }

    // A socket that fails is the connection's to tell. MINA would log each reset as an error, and keep the reason of a
    // failed write to itself.

    @Override
    protected int read(NioSession session, IoBuffer buffer) throws Exception {
        try {
            return super.read(session, buffer);
        } catch (IOException failure) {
            MinaTransport.of(session).failed(failure);
            return 0;
        }
    }

    @Override
    protected int write(NioSession session, IoBuffer buffer, int length) {
        try {
            return super.write(session, buffer, length);
        } catch (IOException failure) {
            MinaTransport.of(session).failed(failure);
            return 0;
        }
    }
}
