/** The gateway's server Helidon, on virtual threads. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.helidon {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires io.helidon.http;
    requires io.helidon.webserver;
    requires java.logging;

    exports dev.gearbox.studies.fanoutgateway.helidon;
}
