/** The measured servers: engines and protocols. This code runs inside a measured JVM, without the lab. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.echoserver.subjects {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires transitive dev.gearbox.protocols;
    requires dev.gearbox.subject;

    exports dev.gearbox.studies.echoserver.subjects;
}
