package dev.gearbox.engines.mina;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.transport.socket.nio.NioProcessor;
import org.apache.mina.transport.socket.nio.NioSession;

/**
 * MINA's processor with two additions: a way to run tasks of other threads, and the reason why a socket failed. Its rounds are unchanged: the tasks run between
 * the wait for the selector and the rest of the round. Public because MINA's pool creates it.
 */
public final class MinaProcessor extends NioProcessor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Called by MINA, once for each thread. */
    public MinaProcessor(Executor executor) {
        super(executor);
    }

    /** Runs {@code task} on this processor's thread, soon, as long as it has connections. From any thread. */
    void execute(Runnable task) {
        tasks.add(task);
        wakeup();
    }

    @Override
    protected int select(long timeout) throws Exception {
        int selected = super.select(timeout);
        // As many as there are now: a task that adds itself again waits for the next round.
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

    // The connection reports a failure of its socket. MINA would log each reset as an error, and hide the reason of a
    // failed write.

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
