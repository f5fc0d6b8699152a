package dev.gearbox.studies.fanoutgateway.style;

/** A way to make four calls and join what they answered: one for each process, shared by all its requests. */
public sealed interface Style extends AutoCloseable permits AsyncStyle, BlockingStyle {
    /** Returns its name on the command line. */
    String name();

    /** Ends its own threads; calls under way fail. Its client belongs to the caller. */
    @Override
    default void close() {}
}
