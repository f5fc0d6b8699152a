package dev.gearbox.advise.calibration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * An elementary operation whose cost is calibrated. Times are processor time in seconds, except {@link #WAKE_UP} and those that end with {@code _DELAY}, which are
 * delays; {@link #BACKGROUND} is in cores, memory in bytes. Messages have {@value #MESSAGE} bytes.
 */
public enum UnitCost {
    ACCEPT(Unit.SECONDS, "accept a waiting connection and register it with a selector"),
    READ(Unit.SECONDS, "read a message that has arrived"),
    WRITE(Unit.SECONDS, "write a message, including the kernel's work of delivery on loopback"),
    BYTE(Unit.SECONDS, "read and write one more byte"),
    READY(Unit.SECONDS, "find one more ready connection with a selector that does not wait"),
    SELECT(Unit.SECONDS, "block in a selector, and wake up"),
    BLOCK(Unit.SECONDS, "block one of many threads in a read, and wake up"),
    BLOCK_BUSY(Unit.SECONDS, "the same where the core is busy with others of them"),
    VIRTUAL_MOUNT(Unit.SECONDS, "unmount one of many virtual threads in a read, and mount it again"),
    VIRTUAL_MOUNT_BUSY(Unit.SECONDS, "the same where the core is busy with others of them"),
    HAND_OVER(Unit.SECONDS, "give a task to an idle thread of a pool through its queue"),
    THREAD_SWITCH(Unit.SECONDS, "switch from one thread to another"),
    THREAD_CREATION(Unit.SECONDS, "start a platform thread, and end it"),
    WAKE_UP(
            Unit.SECONDS,
            "delay from the arrival of a message until the thread that waits for it runs, besides processor time"),
    SHORT_IDLE_CORE(Unit.SECONDS, "more processor time of a message for which a core wakes up that was idle for 1 ms"),
    SHORT_IDLE_DELAY(Unit.SECONDS, "more delay of such a message"),
    IDLE_CORE(Unit.SECONDS, "the same processor time after 10 ms"),
    IDLE_DELAY(Unit.SECONDS, "the same delay after 10 ms"),
    SLEEP(Unit.SECONDS, "let a thread wait for a time, such as for a database, and wake up"),
    VIRTUAL_SLEEP(Unit.SECONDS, "let a virtual thread wait for a time, and wake up"),
    SLEEP_DELAY(Unit.SECONDS, "how late such a wait ends"),
    TAIL_DELAY(Unit.SECONDS, "delay beyond the median that one message of a hundred exceeds"),
    BACKGROUND(Unit.CORES, "what a JVM needs by itself while the program waits"),
    CONNECTION_MEMORY(Unit.BYTES, "heap of a connection that is registered with a selector"),
    THREAD_MEMORY(Unit.BYTES, "memory of a platform thread that waits in a read, with a buffer of 4 KiB"),
    VIRTUAL_MEMORY(Unit.BYTES, "heap of a virtual thread that waits, with a buffer of 4 KiB");

    /** The size of the messages with which the costs are measured. */
    public static final int MESSAGE = 64;

    /** For how long a core was idle before the wake-ups of {@link #SELECT}, {@link #BLOCK} and {@link #VIRTUAL_MOUNT}, in seconds. */
    public static final double BRISK_SECONDS = 50e-6;

    /** The same for {@link #SHORT_IDLE_CORE} and {@link #SHORT_IDLE_DELAY}. */
    public static final double SHORT_IDLE_SECONDS = 0.001;

    /** The same for {@link #IDLE_CORE} and {@link #IDLE_DELAY}. */
    public static final double IDLE_SECONDS = 0.010;

    /** What the figure counts. */
    public enum Unit {
        SECONDS,
        BYTES,
        /** Processor time in seconds per second. */
        CORES
    }

    private final Unit unit;
    private final String meaning;

    UnitCost(Unit unit, String meaning) {
        this.unit = unit;
        this.meaning = meaning;
    }

    public Unit unit() {
        return unit;
    }

    /** Returns what is done. */
    public String meaning() {
        return meaning;
    }

    /** Returns the name in files: {@code thread-switch}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<UnitCost> of(String key) {
        return Arrays.stream(values()).filter(cost -> cost.key().equals(key)).findFirst();
    }
}
