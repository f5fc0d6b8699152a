/** The origin: the server of pages that clients are measured against. It is an instrument, so it reports its own lateness. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.origin {
    requires transitive dev.gearbox.core;
    requires transitive dev.gearbox.http;
    requires transitive HdrHistogram;
    // As an instrument of the lab, it is a child process that answers its questions.
    requires dev.gearbox.subject;
    requires static transitive org.jspecify;
    requires org.apache.commons.rng.api;
    requires org.apache.commons.rng.sampling;
    requires org.apache.commons.rng.simple;

    exports dev.gearbox.origin;
}
