package dev.gearbox.lab.child;

/** A child process of a fork that is not a subject, such as the generator. */
public interface Instrument extends AutoCloseable {
    long pid();

    boolean isAlive();

    /** Kills it if it is still alive. */
    @Override
    void close();
}
