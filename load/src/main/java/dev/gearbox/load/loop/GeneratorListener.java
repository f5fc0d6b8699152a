package dev.gearbox.load.loop;

/** Receives the phases of a run. Called on the generator's thread, which waits meanwhile: implementations must return quickly. */
public interface GeneratorListener {
    /** A listener that does nothing. */
    GeneratorListener NONE = new GeneratorListener() {};

    /** The persistent connections are being opened. */
    default void connecting() {}

    /** The load is running; nothing is recorded yet. */
    default void warming() {}

    /** The measured window has begun. */
    default void measuring() {}

    /**
     * About a second has passed.
     *
     * @param requests answered since the window began
     * @param errors since the run began
     */
    default void progress(long requests, long errors) {}

    /** The measured window has ended. */
    default void measured() {}
}
