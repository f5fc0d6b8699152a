/** The contract that every engine must pass, the hostile peers and leak checks that it needs, mutants, and an engine in memory for protocols. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.testkit {
    requires transitive dev.gearbox.core;
    requires java.compiler;
    requires java.logging;
    requires java.management;
    requires jdk.management;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires static transitive org.jspecify;

    exports dev.gearbox.testkit;

    opens dev.gearbox.testkit to
            org.junit.platform.commons;
}
