/**
 * The smallest study, as an example. Copied to {@code studies/x}, with an artifact and a name of its own, and named in {@code studies/pom.xml}, it runs
 * as any other.
 */
@org.jspecify.annotations.NullMarked
module example.onethread {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.lab;
    requires dev.gearbox.subject;

    exports example.onethread;

    provides dev.gearbox.lab.StudyProvider with
            example.onethread.OneThread;
}
