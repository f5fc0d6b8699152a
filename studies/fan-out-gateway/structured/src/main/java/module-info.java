/** A gateway with structured concurrency. Compiled with the preview API of JDK 25, which no other module sees: its JVM needs {@code --enable-preview}. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.structured {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;

    exports dev.gearbox.studies.fanoutgateway.structured;
}
