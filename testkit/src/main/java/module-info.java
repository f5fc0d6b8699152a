/** The contract that every engine must pass, with hostile peers, leak checks and mutants, and an in-memory engine for protocols. */
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
    exports dev.gearbox.testkit.contract;
    exports dev.gearbox.testkit.engine;
    exports dev.gearbox.testkit.memory;
    exports dev.gearbox.testkit.mutant;
    exports dev.gearbox.testkit.fixture;

    opens dev.gearbox.testkit to
            org.junit.platform.commons;
    opens dev.gearbox.testkit.behaviours to
            org.junit.platform.commons;
    opens dev.gearbox.testkit.contract to
            org.junit.platform.commons;
    opens dev.gearbox.testkit.engine to
            org.junit.platform.commons;
    opens dev.gearbox.testkit.memory to
            org.junit.platform.commons;
    opens dev.gearbox.testkit.mutant to
            org.junit.platform.commons;
    opens dev.gearbox.testkit.fixture to
            org.junit.platform.commons;
}
