/** {@code gearbox ...}: the only module that sees everything. Nothing is exported: it is a program. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.cli {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;
    requires dev.gearbox.engines.jdk;
    requires info.picocli;
    requires tools.jackson.databind;

    // Options and parameters are fields that picocli fills.
    opens dev.gearbox.cli to
            info.picocli;
}
