package dev.gearbox.lab.child;

/** A child that stands beside the arms of a fork and is no subject. */
public interface Instrument extends AutoCloseable {
    long pid();

    boolean isAlive();

    /** Kills it if it still lives. */
    @Override
    void close();
}
