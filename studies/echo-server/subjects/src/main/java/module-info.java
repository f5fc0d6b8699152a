/** The servers that are measured: engines and what they speak. What runs inside a measured JVM, and without the lab. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.echoserver.subjects {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires transitive dev.gearbox.protocols;
    requires dev.gearbox.subject;

    exports dev.gearbox.studies.echoserver.subjects;
}
