package dev.gearbox.load.loop;

/** Is told where a run is. Called on the generator's thread, which waits meanwhile: be brief. */
public interface GeneratorListener {
    /** Hears nothing. */
    GeneratorListener NONE = new GeneratorListener() {};

    /** Standing connections are being made. */
    default void connecting() {}

    /** The load runs, nothing is recorded yet. */
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
