/**
 * The smallest study, as an example. To run it, copy it to {@code studies/x}, give it an artifact id and a name of its own, and add it to
 * {@code studies/pom.xml}.
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
