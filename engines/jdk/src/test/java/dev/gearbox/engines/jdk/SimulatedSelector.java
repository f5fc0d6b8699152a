package dev.gearbox.engines.jdk;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A selector whose channels report themselves what they are ready for. Keys are found in the order in which they were registered. */
final class SimulatedSelector extends AbstractSelector {
    /** Name of the selecting threads in a schedule. */
    static final String NAME = "selector";

    /** A channel of this selector. */
    interface Simulated {
        /** Returns what it is ready for, as a set of operations. */
        int readyOps();
    }

    private final ThreadSchedule schedule;
    private final Set<SelectionKey> keys = new LinkedHashSet<>();
    private boolean woken;

    SimulatedSelector(SimulatedNetwork provider, ThreadSchedule schedule) {
        super(provider);
        this.schedule = schedule;
    }

    private final class Key extends AbstractSelectionKey {
        private final SelectableChannel channel;
        private volatile int interest;
        private volatile int ready;

        Key(SelectableChannel channel, int interest) {
            this.channel = channel;
            this.interest = interest;
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return SimulatedSelector.this;
        }

        @Override
        public int interestOps() {
            return interest;
        }

        @Override
        public SelectionKey interestOps(int ops) {
            interest = ops;
            return this;
        }

        @Override
        public int readyOps() {
            return ready;
        }

        boolean look() {
            ready = isValid() ? interest & ((Simulated) channel).readyOps() : 0;
            return ready != 0;
        }
    }

    @Override
    protected synchronized SelectionKey register(AbstractSelectableChannel channel, int ops, Object attachment) {
        Key key = new Key(channel, ops);
        key.attach(attachment);
        keys.add(key);
        return key;
    }

    @Override
    public int select(Consumer<SelectionKey> action, long timeout) {
        return select(action, () -> isReady());
    }

    @Override
    public int select(Consumer<SelectionKey> action) {
        return select(action, () -> isReady());
    }

    @Override
    public int selectNow(Consumer<SelectionKey> action) {
        return select(action, () -> true);
    }

    private int select(Consumer<SelectionKey> action, java.util.function.BooleanSupplier until) {
        schedule.pause(NAME, until);
        List<SelectionKey> found;
        synchronized (this) {
            woken = false;
            Set<SelectionKey> cancelled = cancelledKeys();
            synchronized (cancelled) {
                for (SelectionKey each : cancelled) {
                    keys.remove(each);
                    deregister((AbstractSelectionKey) each);
                }
                cancelled.clear();
            }
            found = keys.stream().filter(key -> ((Key) key).look()).toList();
        }
        found.forEach(action);
        return found.size();
    }

    private synchronized boolean isReady() {
        return woken || keys.stream().anyMatch(key -> ((Key) key).look());
    }

    @Override
    public synchronized Selector wakeup() {
        woken = true;
        return this;
    }

    @Override
    public synchronized Set<SelectionKey> keys() {
        return Set.copyOf(keys);
    }

    @Override
    protected void implCloseSelector() {
        schedule.leave();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        throw new UnsupportedOperationException("it tells an action");
    }

    @Override
    public int selectNow() {
        throw new UnsupportedOperationException("it tells an action");
    }

    @Override
    public int select(long timeout) {
        throw new UnsupportedOperationException("it tells an action");
    }

    @Override
    public int select() {
        throw new UnsupportedOperationException("it tells an action");
    }
}
